-- What happened to a contract while it was signed is kept, act by act, for its evidence sheet; a contract signed on paper keeps the edition that was printed
-- and who brought its scan, so that another person examines it.
create table "sign_event" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C",
  "contractId" bigint,
  "cbhtbm" varchar(19),
  "event" varchar(30),
  "person" varchar(50),
  "ip" varchar(45),
  "fileHash" varchar(64),
  "detail" varchar(500),
  primary key (id)
);
comment on table "sign_event" is '@ref 签署事项';
call protect('sign_event', 'tenant');
create index sign_event_contract on sign_event ("tenantId", "contractId", id);

alter table contract_file add column "edition" varchar(12), add column "uploadUser" bigint;
create index contract_file_code on contract_file ("countyCode", cbhtbm);
