-- Contracts made outside lie beside the register until a second person makes books of them, and scans of signed contracts until a second person has looked
-- at them. Assumes nothing of the rows of before.
create table "contract_draft" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "status" varchar(40),
  "cbhtbm" varchar(19) collate "C",
  "cbfbm" varchar(18) collate "C",
  "cbfmc" varchar(50),
  "fbfbm" varchar(14),
  "ycbhtbm" varchar(19),
  "cbfs" varchar(40),
  "cbqx" integer,
  "cbqxq" date,
  "cbqxz" date,
  "termReason" varchar(200),
  "qdsj" date,
  "htzmjm" numeric(15,2),
  "htzmj" numeric(15,2),
  "yhtzmjm" numeric(15,2),
  "yhtzmj" numeric(15,2),
  "cbdkzs" integer,
  "lines" jsonb,
  "enteredBy" varchar(50),
  "checker" varchar(50),
  "checkTime" timestamptz,
  "djbId" bigint,
  primary key ("countyCode", id)
);
comment on table "contract_draft" is '@dist 待登记合同';
create index "contract_draft_region" on "contract_draft" ("tenantId", "regionCode", id);
create index contract_draft_cbhtbm on contract_draft ("tenantId", "cbhtbm", id);
create index contract_draft_cbfbm on contract_draft ("tenantId", "cbfbm", id);
create unique index contract_draft_open on contract_draft ("countyCode", "tenantId", "cbhtbm") where status = '0';
call protect('contract_draft', 'tenant');

create table "contract_scan" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "status" varchar(40),
  "cbhtbm" varchar(19) collate "C",
  "cbfmc" varchar(50),
  "fileName" varchar(255),
  "pages" integer,
  "qdsj" date,
  "attachId" bigint,
  "fileHash" varchar(64),
  "batchId" bigint,
  "proposer" varchar(50),
  "checker" varchar(50),
  "checkTime" timestamptz,
  "reason" varchar(500),
  primary key ("countyCode", id)
);
comment on table "contract_scan" is '@dist 合同扫描件';
create index "contract_scan_region" on "contract_scan" ("tenantId", "regionCode", id);
create index contract_scan_cbhtbm on contract_scan ("tenantId", "cbhtbm", id);
create index contract_scan_batch on contract_scan ("tenantId", "batchId", id);
call protect('contract_scan', 'tenant');
