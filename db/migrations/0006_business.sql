-- Acceptance: businesses, their processes, publicity, contracts to sign, configuration. Printed from the definitions; indexes by hand.

create table "business" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "obligeName" varchar(20),
  "obligeNameIx" text[],
  "obligeIdType" varchar(40),
  "obligeIdCard" varchar(20),
  "obligePhone" varchar(11),
  "obligeAddress" varchar(100),
  "legalName" varchar(20),
  "legalIdType" varchar(40),
  "legalIdCode" varchar(20),
  "legalPhone" varchar(11),
  "applyReason" varchar(200),
  "businessCode" varchar(20) collate "C",
  "businessName" varchar(100),
  "businessNameIx" text[],
  "businessTypeCode" varchar(40),
  "businessItemCode" varchar(40),
  "ybddlx" varchar(40),
  "doSign" varchar(40),
  "businessReceiver" varchar(20),
  "businessReceiveTime" timestamptz,
  "fbfbm" varchar(14) collate "C",
  "status" varchar(40),
  "progress" integer,
  "currentActive" varchar(40),
  "processInstanceId" bigint,
  "finishTime" timestamptz,
  "removed" smallint,
  "revokeReason" varchar(254),
  primary key ("countyCode", id)
);
comment on table "business" is '@dist 业务';
create index "business_region" on "business" ("tenantId", "regionCode", id);
create index "business_obligeName_ix" on "business" using gin ("obligeNameIx");
create index "business_businessName_ix" on "business" using gin ("businessNameIx");
call protect('business', 'tenant', true);

create table "business_draft" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "businessId" bigint,
  "form" jsonb,
  "codes" jsonb,
  primary key ("countyCode", id)
);
comment on table "business_draft" is '@dist 业务表单';
create unique index "business_draft_businessId_key" on "business_draft" ("countyCode", "tenantId", "businessId");
create index "business_draft_region" on "business_draft" ("tenantId", "regionCode", id);
call protect('business_draft', 'tenant');

create table "business_book" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "businessId" bigint,
  "djbId" bigint,
  "newDjbId" bigint,
  "role" varchar(12),
  primary key ("countyCode", id)
);
comment on table "business_book" is '@dist 业务登记簿';
create index "business_book_region" on "business_book" ("tenantId", "regionCode", id);
call protect('business_book', 'tenant');

create table "business_lock" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "objectType" varchar(8),
  "objectCode" varchar(19),
  "businessId" bigint,
  "businessCode" varchar(20),
  primary key ("countyCode", id)
);
comment on table "business_lock" is '@dist 业务锁';
create unique index "business_lock_objectType_objectCode_key" on "business_lock" ("countyCode", "tenantId", "objectType", "objectCode");
create index "business_lock_region" on "business_lock" ("tenantId", "regionCode", id);
call protect('business_lock', 'tenant');

create table "contract_file" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "businessId" bigint,
  "cbhtbm" varchar(19) collate "C",
  "cbfbm" varchar(18),
  "cbfmc" varchar(50),
  "htlx" varchar(40),
  "signWay" varchar(40),
  "signStatus" varchar(40),
  "qdsj" date,
  "attachId" bigint,
  "fileHash" varchar(64),
  "reason" varchar(254),
  primary key ("countyCode", id)
);
comment on table "contract_file" is '@dist 待签合同';
create index "contract_file_region" on "contract_file" ("tenantId", "regionCode", id);
call protect('contract_file', 'tenant');

create table "process_config" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C",
  "businessTypeCode" varchar(40),
  "processName" varchar(100),
  "processVersion" varchar(50),
  "processDefinitionId" varchar(64),
  "minDays" integer,
  "promisedDays" integer,
  "fourEyes" smallint,
  "performers" jsonb,
  "isEnabled" smallint,
  primary key (id)
);
comment on table "process_config" is '@ref 流程配置';
call protect('process_config', 'tenant');

create table "active_config_file" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "activeConfigId" bigint,
  "taskKey" varchar(40),
  "fileName" varchar(50),
  "businessItem" varchar(40),
  "isRequired" varchar(40),
  "fileType" varchar(100),
  "fileNumber" integer,
  "fileSize" integer,
  "remark" varchar(254),
  primary key (id)
);
comment on table "active_config_file" is '@ref 附件要求';
call protect('active_config_file', 'tenant');

create table "process_definition" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "typeCode" varchar(40),
  "name" varchar(100),
  "hash" varchar(64),
  "xml" text,
  primary key (id)
);
comment on table "process_definition" is '@ref 流程定义';
create unique index "process_definition_hash_key" on "process_definition" ("tenantId", "hash");
call protect('process_definition', 'tenant');

create table "process_instance" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "businessId" bigint,
  "typeCode" varchar(40),
  "definition" varchar(64),
  "state" text,
  "status" varchar(12),
  "endTime" timestamptz,
  "reason" varchar(254),
  primary key ("countyCode", id)
);
comment on table "process_instance" is '@dist 流程实例';
create index "process_instance_region" on "process_instance" ("tenantId", "regionCode", id);
call protect('process_instance', 'tenant');

create table "process_task" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "instanceId" bigint,
  "businessId" bigint,
  "engineTaskId" varchar(64),
  "taskKey" varchar(40),
  "name" varchar(50),
  "status" varchar(12),
  "candidateGroup" varchar(64),
  "assignee" bigint,
  "assigneeName" varchar(50),
  "claimTime" timestamptz,
  "doneTime" timestamptz,
  "outcome" varchar(12),
  "target" varchar(40),
  "comment" varchar(254),
  primary key ("countyCode", id)
);
comment on table "process_task" is '@dist 任务';
create index "process_task_region" on "process_task" ("tenantId", "regionCode", id);
call protect('process_task', 'tenant');

create table "process_history" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "instanceId" bigint,
  "businessId" bigint,
  "taskId" bigint,
  "taskKey" varchar(40),
  "name" varchar(50),
  "action" varchar(12),
  "userName" varchar(50),
  "comment" varchar(254),
  primary key ("countyCode", id)
);
comment on table "process_history" is '@dist 流转记录';
create index "process_history_region" on "process_history" ("tenantId", "regionCode", id);
call protect('process_history', 'tenant');

create table "publicity" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "businessId" bigint,
  "taskId" bigint,
  "round" integer,
  "title" varchar(100),
  "startDate" date,
  "days" integer,
  "place" varchar(100),
  "contentType" varchar(20),
  "endDate" date,
  "status" varchar(40),
  "objectionResult" varchar(40),
  "snapshot" jsonb,
  primary key ("countyCode", id)
);
comment on table "publicity" is '@dist 公示';
create index "publicity_region" on "publicity" ("tenantId", "regionCode", id);
call protect('publicity', 'tenant');

create table "objection" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "publicityId" bigint,
  "businessId" bigint,
  "objector" varchar(50),
  "objectorIdType" varchar(40),
  "objectorIdCard" varchar(20),
  "phone" varchar(20),
  "relation" varchar(50),
  "targetCode" varchar(19) collate "C",
  "content" varchar(500),
  "receivedTime" timestamptz,
  "receiver" varchar(50),
  "status" varchar(40),
  "handler" varchar(50),
  "handleTime" timestamptz,
  "opinion" varchar(500),
  primary key ("countyCode", id)
);
comment on table "objection" is '@dist 异议';
create index "objection_region" on "objection" ("tenantId", "regionCode", id);
call protect('objection', 'tenant');

create unique index business_code_key on business ("countyCode", "tenantId", "businessCode") where "businessCode" is not null;
create index business_status on business ("tenantId", status, "regionCode", id);
create index business_book_business on business_book ("countyCode", "businessId");
create index business_lock_business on business_lock ("countyCode", "businessId");
-- one contract to sign for each code and business
create unique index contract_file_code_key on contract_file ("countyCode", "tenantId", "businessId", cbhtbm);
-- at most one enabled configuration of a region and type
create unique index process_config_enabled_key on process_config ("tenantId", "regionCode", "businessTypeCode") where "isEnabled" = 1;
create index active_config_file_config on active_config_file ("tenantId", "activeConfigId");
create index process_instance_business on process_instance ("countyCode", "businessId");
create index process_task_business on process_task ("countyCode", "businessId");
create index process_task_open on process_task ("tenantId", "candidateGroup", id) where status = 'open';
create index process_task_assignee on process_task ("tenantId", assignee, id);
create index process_history_instance on process_history ("countyCode", "instanceId", id);
-- a process finishes once (I22)
create unique index process_history_finish_key on process_history ("countyCode", "tenantId", "instanceId") where action = 'finish';
create index publicity_task on publicity ("countyCode", "taskId", round);
create index publicity_business on publicity ("countyCode", "businessId");
create index objection_publicity on objection ("countyCode", "publicityId");

alter table business add constraint business_status_known check (status in ('1', '2', '3', '4'));
alter table process_task add constraint process_task_business_fk foreign key ("countyCode", "businessId") references business ("countyCode", id) deferrable initially deferred;
alter table business_draft add constraint business_draft_business_fk foreign key ("countyCode", "businessId") references business ("countyCode", id) deferrable initially deferred;
alter table business_lock add constraint business_lock_business_fk foreign key ("countyCode", "businessId") references business ("countyCode", id) deferrable initially deferred;
alter table contract_file add constraint contract_file_business_fk foreign key ("countyCode", "businessId") references business ("countyCode", id) deferrable initially deferred;
alter table objection add constraint objection_publicity_fk foreign key ("countyCode", "publicityId") references publicity ("countyCode", id) deferrable initially deferred;
