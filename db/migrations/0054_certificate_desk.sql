-- Certificates get their serial numbers from a ledger of received blanks: ranges that came in, and every number that is no blank any more, each once in a
-- county. What waits for printing and for issue is found without a look at the others. Assumes that no serial was ever taken from a ledger.
create table "cert_blank" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "prefix" varchar(100),
  "suffix" varchar(20),
  "digits" integer,
  "fromNo" integer,
  "toNo" integer,
  "receiveDay" date,
  "remark" varchar(254),
  "nextNo" integer,
  primary key ("countyCode", id)
);
comment on table "cert_blank" is '@dist 空白权证';
create index "cert_blank_region" on "cert_blank" ("tenantId", "regionCode", id);
call protect('cert_blank', 'tenant');
create table "cert_serial" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "serial" varchar(254) collate "C",
  "status" varchar(40),
  "cbjyqzbm" varchar(19) collate "C",
  "reason" varchar(200),
  "day" date,
  "blankId" bigint,
  "blankNo" integer,
  "cbjyqzId" bigint,
  primary key ("countyCode", id)
);
comment on table "cert_serial" is '@dist 证书流水号';
create unique index "cert_serial_serial_key" on "cert_serial" ("countyCode", "tenantId", "serial");
create index "cert_serial_region" on "cert_serial" ("tenantId", "regionCode", id);
call protect('cert_serial', 'tenant');
create index cert_blank_open on cert_blank ("countyCode", "tenantId", "regionCode") where "nextNo" <= "toNo";
create index cert_serial_blank on cert_serial ("countyCode", "tenantId", "blankId", "blankNo");
create index cert_serial_certificate on cert_serial ("countyCode", "tenantId", cbjyqzbm);
create index cbjyqz_serial on cbjyqz ("tenantId", cbjyqzlsh, id) where cbjyqzlsh is not null;
create index cbjyqz_unprinted on cbjyqz ("tenantId", "regionCode", cbjyqzbm, id) where sfzx = 0 and cbjyqzlsh is null and fzrq is null;
create index cbjyqz_printed on cbjyqz ("tenantId", "regionCode", cbjyqzbm, id) where sfzx = 0 and cbjyqzlsh is not null and fzrq is null;
