-- Processes that administrators draw: models, their deployed versions, leave as their form; what work lists ask of instances and tasks.

create table "flow_model" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "modelKey" varchar(40),
  "name" varchar(100),
  "category" varchar(40),
  "version" integer,
  "description" varchar(254),
  "xml" text,
  primary key (id)
);
comment on table "flow_model" is '@ref 流程模型';
create unique index "flow_model_modelKey_key" on "flow_model" ("tenantId", "modelKey");
call protect('flow_model', 'tenant');

create table "flow_deployment" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "key" varchar(40),
  "name" varchar(100),
  "category" varchar(40),
  "version" integer,
  "modelId" bigint,
  "processDefinitionId" varchar(64),
  "suspensionState" varchar(12),
  "deploymentTime" timestamptz,
  primary key (id)
);
comment on table "flow_deployment" is '@ref 流程部署';
create unique index "flow_deployment_key_version_key" on "flow_deployment" ("tenantId", "key", "version");
create unique index "flow_deployment_processDefinitionId_key" on "flow_deployment" ("tenantId", "processDefinitionId");
call protect('flow_deployment', 'tenant');

create table "leave" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "applicantName" varchar(50),
  "startTime" timestamptz,
  "endTime" timestamptz,
  "taskUser" bigint,
  "taskUserName" varchar(50),
  "reason" varchar(200),
  "applyTime" timestamptz,
  "processInstanceId" bigint,
  "processDefinitionId" varchar(64),
  "status" varchar(12),
  primary key ("countyCode", id)
);
comment on table "leave" is '@dist 请假';
create index "leave_region" on "leave" ("tenantId", "regionCode", id);
call protect('leave', 'tenant');

create index flow_deployment_model on flow_deployment ("tenantId", "modelId");
create index leave_instance on leave ("countyCode", "processInstanceId");

-- What ran before was land business, on the definitions that come with the product: a default fills those rows without touching them.
alter table process_instance add column category varchar(40) default 'business', add column "processName" varchar(100), add column version integer default 0,
  add column "formId" bigint, add column "startUserName" varchar(50);
alter table process_instance alter column category drop default, alter column version drop default;
alter table process_task add column category varchar(40) default 'business', add column "processName" varchar(100), add column "formId" bigint;
alter table process_task alter column category drop default;
-- running processes of a region; what somebody began; definitions in use
create index process_instance_open on process_instance ("tenantId", "regionCode", id) where status = 'open';
create index process_instance_starter on process_instance ("tenantId", "createUser", id);
create index process_instance_definition on process_instance ("tenantId", definition) where status = 'open';
create index process_task_waiting on process_task ("tenantId", "regionCode", id) where status = 'open';
