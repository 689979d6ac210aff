-- How contracts are signed is set by region and kind: their template (rows printed, hours to sign, what the papers say of themselves), their nodes, the seal
-- of the organisation. Electronic signatures are an account with movements, no longer a parameter: what a parameter granted stands as the first movement,
-- what was signed or had begun under it as movements of its contracts. Assumes that a contract signed electronically has its file.
create table "sign_template" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C",
  "flowType" varchar(40),
  "flowName" varchar(50),
  "versionDesc" varchar(254),
  "expireSt" date,
  "expireEd" date,
  "attachId" bigint,
  "fileHash" varchar(64),
  "dkRowLimit" integer,
  "signExpire" integer,
  "jzPrefix" varchar(20),
  "qddd" varchar(100),
  "bzdw" varchar(50),
  "ztr" varchar(20),
  "shr" varchar(20),
  "remark" varchar(254),
  "isEnabled" smallint,
  primary key (id)
);
comment on table "sign_template" is '@ref 合同模板';
call protect('sign_template', 'tenant');

create table "sign_flow_def" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C",
  "flowType" varchar(40),
  "flowName" varchar(50),
  "nodes" varchar(40),
  "remark" varchar(254),
  "isEnabled" smallint,
  primary key (id)
);
comment on table "sign_flow_def" is '@ref 签署流程';
call protect('sign_flow_def', 'tenant');

create table "sign_account" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C",
  "purchased" integer,
  "consumed" integer,
  "reserved" integer,
  "warnAt" integer,
  "remark" varchar(254),
  primary key (id)
);
comment on table "sign_account" is '@ref 电子签账户';
create unique index "sign_account_regionCode_key" on "sign_account" ("tenantId", "regionCode");
call protect('sign_account', 'tenant');

create table "sign_movement" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C",
  "accountId" bigint,
  "move" varchar(10),
  "quantity" integer,
  "contractId" bigint,
  "cbhtbm" varchar(19) collate "C",
  "operator" varchar(50),
  "reason" varchar(254),
  primary key (id)
);
comment on table "sign_movement" is '@ref 电子签流水';
call protect('sign_movement', 'tenant');

create table "org_seal" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C",
  "orgName" varchar(50),
  "creditCode" varchar(18) collate "C",
  "legalPerson" varchar(20),
  "agentName" varchar(20),
  "agentPhone" varchar(11),
  "sealAttachId" bigint,
  "sealFile" varchar(120),
  "sealState" varchar(40),
  "expireDay" date,
  "remark" varchar(254),
  primary key (id)
);
comment on table "org_seal" is '@ref 机构印章';
create unique index "org_seal_creditCode_key" on "org_seal" ("tenantId", "creditCode");
call protect('org_seal', 'tenant');

create index sign_template_place on sign_template ("tenantId", "regionCode", "flowType");
create unique index sign_template_enabled on sign_template ("tenantId", "regionCode", "flowType") where "isEnabled" = 1;
create index sign_flow_def_place on sign_flow_def ("tenantId", "regionCode", "flowType");
create unique index sign_flow_def_enabled on sign_flow_def ("tenantId", "regionCode", "flowType") where "isEnabled" = 1;
create index sign_movement_account on sign_movement ("tenantId", "accountId", id);
create index sign_movement_contract on sign_movement ("tenantId", "contractId", id);
create index sign_movement_code on sign_movement ("tenantId", cbhtbm, id);
create index sign_movement_place on sign_movement ("tenantId", "regionCode", id);
create index org_seal_place on org_seal ("tenantId", "regionCode", "sealState");

alter table contract_file add column "templateId" bigint, add column "signNodes" varchar(40), add column "signDeadline" timestamptz,
  add column "jzbh" varchar(50);
create index contract_file_template on contract_file ("tenantId", "templateId") where "templateId" is not null;
create index contract_file_deadline on contract_file ("signDeadline") where "signStatus" in ('0', '1');
create index contract_file_signed on contract_file ("tenantId", "regionCode", "signStatus", "signWay", "qdsj");

insert into sign_account (id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode", purchased, consumed, reserved)
select p.id, p."tenantId", p."createUser", p."createTime", p."updateUser", p."updateTime", 1, substr(p."paramKey", 16), p."paramValue"::integer, 0, 0
from param p where p."paramKey" ~ '^sign\.purchased\.(\d{2}|\d{4}|\d{6}|\d{9}|\d{12}|\d{14})$' and p."paramValue" ~ '^\d{1,8}$';
insert into sign_movement (id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode", "accountId", move, quantity)
select a.id, a."tenantId", a."createUser", a."createTime", a."updateUser", a."updateTime", 1, a."regionCode", a.id, 'grant', a.purchased from sign_account a;
insert into sign_movement (id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode", "accountId", move, quantity,
  "contractId", cbhtbm)
select x.id, c."tenantId", c."updateUser", c."updateTime", c."updateUser", c."updateTime", 1, c."regionCode", a.id, x.move, 1, c.id, c.cbhtbm
from contract_file c
cross join lateral (select a.id from sign_account a where a."tenantId" = c."tenantId" and c."regionCode" >= a."regionCode" and c."regionCode" < a."regionCode" || '~'
  order by length(a."regionCode") desc limit 1) a
cross join lateral (select c.id, 'reserve' as move union all select c."attachId", 'consume' where c."signStatus" = '2') x
where c."signWay" in ('1', '2') and c."signStatus" in ('0', '1', '2', '3') and x.id is not null;
update sign_account a set
  consumed = (select count(*) from sign_movement m where m."accountId" = a.id and m.move = 'consume'),
  reserved = (select count(*) filter (where m.move = 'reserve') - count(*) filter (where m.move = 'consume') from sign_movement m where m."accountId" = a.id);
delete from param where "paramKey" like 'sign.purchased.%';
