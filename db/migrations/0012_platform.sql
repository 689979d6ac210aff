-- The rest of the platform: calls and errors that are kept, the code generator, sheets that leave and enter, reports.

-- Every call that was answered. Written in batches beside the requests (services/operations/logbook.server.ts); nobody changes a row.
create table api_log (
  id bigint primary key,
  "tenantId" varchar(12) collate "C" not null,
  "userId" bigint not null,
  account varchar(64) not null,
  "regionCode" varchar(14) collate "C",
  at timestamptz not null,
  "requestId" varchar(64) not null,
  method varchar(10) not null,
  -- as the route names it: /a/{b}, so that no identity stands in it
  path varchar(255) collate "C" not null,
  -- names and masked values of the query
  params varchar(2000) not null,
  status integer not null,
  ms integer not null,
  ip varchar(64) not null,
  agent varchar(300) not null,
  -- calls before this one that could not be kept
  dropped integer not null default 0
);
comment on table api_log is '@local 接口日志';
create index api_log_newest on api_log ("tenantId", id desc);
create index api_log_account on api_log ("tenantId", account, id desc);
create index api_log_path on api_log ("tenantId", path, id desc);
create index api_log_request on api_log ("requestId");
create index api_log_at on api_log (at);
call protect('api_log', 'tenant');
revoke insert, update, delete on api_log from cpt_app;
revoke update on api_log from cpt_system;

-- Errors of browsers and of the server stand in one log; the browsers' part has been there before.
alter table browser_log rename to error_log;
comment on table error_log is '@local 错误日志';
alter index browser_log_time rename to error_log_time;
alter table error_log
  add column "regionCode" varchar(14) collate "C",
  add column source varchar(8) not null default 'browser' check (source in ('browser', 'server')),
  add column "requestId" varchar(64) not null default '';
create index error_log_newest on error_log ("tenantId", id desc);
create index error_log_request on error_log ("requestId");
create index error_log_at on error_log ("createTime");
revoke update on error_log from cpt_system;

create table "gen_code" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "codeName" varchar(64),
  "serviceName" varchar(40),
  "packageName" varchar(40),
  "tableName" varchar(63),
  "tablePrefix" varchar(20),
  "pkName" varchar(32),
  "baseMode" varchar(40),
  "wrapMode" varchar(40),
  "apiPath" varchar(200),
  "webPath" varchar(200),
  "datasourceId" bigint,
  "sort" integer,
  "remark" varchar(255),
  "columns" jsonb,
  primary key (id)
);
comment on table "gen_code" is '@ref 代码生成';
call protect('gen_code', 'tenant');

create table "exp_tpl" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "tplCode" varchar(60),
  "tplName" varchar(100),
  "entity" varchar(40),
  "kind" varchar(40),
  "sheetName" varchar(31),
  "regionCode" varchar(14) collate "C",
  "isEnabled" smallint,
  "remark" varchar(255),
  primary key (id)
);
comment on table "exp_tpl" is '@ref 导入导出模板';
create unique index "exp_tpl_tplCode_key" on "exp_tpl" ("tenantId", "tplCode");
call protect('exp_tpl', 'tenant');

create table "exp_column" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "tplId" bigint,
  "field" varchar(60),
  "title" varchar(100),
  "width" integer,
  "sort" integer,
  "dictCode" varchar(64),
  "format" varchar(40),
  "mergeRule" varchar(40),
  "isRequired" smallint,
  "isUnique" smallint,
  primary key (id)
);
comment on table "exp_column" is '@ref 导入导出列';
create unique index "exp_column_tplId_field_key" on "exp_column" ("tenantId", "tplId", "field");
call protect('exp_column', 'tenant');

create table "report" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "name" varchar(100),
  "tplId" bigint,
  "remark" varchar(255),
  primary key (id)
);
comment on table "report" is '@ref 报表';
create unique index "report_name_key" on "report" ("tenantId", "name");
call protect('report', 'tenant');

-- columns go with their template
alter table exp_column add foreign key ("tplId") references exp_tpl (id) on delete cascade;
alter table report add foreign key ("tplId") references exp_tpl (id);
create index exp_column_tpl on exp_column ("tenantId", "tplId", sort);
create index report_tpl on report ("tplId");
