-- Configuration: system dictionaries, data and API scopes, clients, data sources, notices, SMS, object storage, push.

create table "data_scope" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "menuId" bigint,
  "scopeName" varchar(255),
  "resourceCode" varchar(255),
  "scopeClass" varchar(60),
  "scopeType" varchar(40),
  "scopeColumn" varchar(60),
  "scopeField" varchar(1000),
  "scopeValue" varchar(2000),
  "remark" varchar(255),
  primary key (id)
);
comment on table "data_scope" is '@ref 数据权限';
create unique index "data_scope_resourceCode_key" on "data_scope" ("tenantId", "resourceCode");
call protect('data_scope', 'tenant');

create table "api_scope" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "menuId" bigint,
  "scopeName" varchar(255),
  "resourceCode" varchar(255),
  "scopePath" varchar(255),
  "scopeType" varchar(40),
  "remark" varchar(255),
  primary key (id)
);
comment on table "api_scope" is '@ref 接口权限';
create unique index "api_scope_resourceCode_key" on "api_scope" ("tenantId", "resourceCode");
call protect('api_scope', 'tenant');

create table "dict" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "parentId" bigint,
  "code" varchar(64),
  "dictKey" varchar(40),
  "dictValue" varchar(254),
  "en" varchar(254),
  "parentKey" varchar(40),
  "selectable" smallint,
  "sort" integer,
  "isSealed" smallint,
  "extra" jsonb,
  "standard" varchar(254),
  "remark" varchar(1000),
  primary key (id)
);
comment on table "dict" is '@ref 系统字典';
call protect('dict', 'platform');

create table "datasource" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "name" varchar(100),
  "driverClass" varchar(40),
  "url" varchar(500),
  "username" varchar(50),
  "remark" varchar(255),
  primary key (id)
);
comment on table "datasource" is '@ref 数据源';
create unique index "datasource_name_key" on "datasource" ("tenantId", "name");
call protect('datasource', 'tenant');

create table "notice" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "title" varchar(255),
  "category" varchar(40),
  "releaseTime" timestamptz,
  "regionCode" varchar(14) collate "C",
  "status" smallint,
  "content" text,
  primary key (id)
);
comment on table "notice" is '@ref 通知公告';
call protect('notice', 'tenant');

create table "sms" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "category" varchar(40),
  "smsCode" varchar(60),
  "endpoint" varchar(500),
  "accessKey" varchar(128),
  "regionId" varchar(60),
  "signName" varchar(40),
  "templateId" varchar(64),
  "status" smallint,
  "remark" varchar(255),
  primary key (id)
);
comment on table "sms" is '@ref 短信配置';
create unique index "sms_smsCode_key" on "sms" ("tenantId", "smsCode");
call protect('sms', 'tenant');

create table "sms_content" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "contentCode" varchar(60),
  "contentName" varchar(100),
  "content" varchar(500),
  "templateId" varchar(64),
  "isEnabled" smallint,
  "remark" varchar(255),
  primary key (id)
);
comment on table "sms_content" is '@ref 短信内容';
create unique index "sms_content_contentCode_key" on "sms_content" ("tenantId", "contentCode");
call protect('sms_content', 'tenant');

create table "sms_history" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "phone" varchar(20),
  "contentCode" varchar(60),
  "content" varchar(500),
  "status" varchar(40),
  "answer" varchar(255),
  "providerId" varchar(64),
  "sendTime" timestamptz,
  primary key (id)
);
comment on table "sms_history" is '@ref 短信记录';
call protect('sms_history', 'tenant');

create table "oss" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "category" varchar(40),
  "ossCode" varchar(60),
  "endpoint" varchar(255),
  "transformEndpoint" varchar(255),
  "bucketName" varchar(63),
  "accessKey" varchar(128),
  "appId" varchar(128),
  "region" varchar(60),
  "status" smallint,
  "remark" varchar(255),
  primary key (id)
);
comment on table "oss" is '@ref 对象存储';
create unique index "oss_ossCode_key" on "oss" ("tenantId", "ossCode");
call protect('oss', 'tenant');

create table "data_push_config" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "name" varchar(100),
  "regionCode" varchar(14) collate "C",
  "url" varchar(500),
  "appId" varchar(16),
  "format" varchar(40),
  "algorithm" varchar(40),
  "businessTypes" varchar(500),
  "autoPush" smallint,
  "maxTries" integer,
  "timeoutSeconds" integer,
  "callbackUrl" varchar(500),
  "isEnabled" smallint,
  "remark" varchar(254),
  primary key (id)
);
comment on table "data_push_config" is '@ref 推送配置';
create unique index "data_push_config_appId_key" on "data_push_config" ("tenantId", "appId");
call protect('data_push_config', 'tenant');

create table "empower" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "name" varchar(100),
  "appId" varchar(16),
  "algorithm" varchar(40),
  "scopes" varchar(500),
  "ipList" varchar(1000),
  "expireTime" timestamptz,
  "isEnabled" smallint,
  "remark" varchar(254),
  primary key (id)
);
comment on table "empower" is '@ref 应用授权';
create unique index "empower_appId_key" on "empower" ("tenantId", "appId");
call protect('empower', 'tenant');

create index dict_code on dict (code, sort);
create unique index dict_key on dict (code, "dictKey") where "parentId" is not null;
create index data_scope_menu on data_scope ("tenantId", "menuId");
create index api_scope_menu on api_scope ("tenantId", "menuId");
create index role_scope_scope on role_scope ("tenantId", "scopeId", category);
create index notice_release on notice ("tenantId", status, "releaseTime" desc);
create index sms_history_time on sms_history ("tenantId", "sendTime" desc);
create unique index sms_enabled on sms ("tenantId") where status = 1;
create unique index oss_enabled on oss ("tenantId") where status = 1;

-- A client is administered like any other row now; what it already has stays.
alter table client add column id bigint, add column "tenantId" varchar(12) collate "C" not null default '000000',
  add column "createUser" bigint not null default 0, add column "createTime" timestamptz not null default now(),
  add column "updateUser" bigint not null default 0, add column "updateTime" timestamptz not null default now(), add column rev integer not null default 1,
  add column scope varchar(256) default 'all', add column "webServerRedirectUri" varchar(256), add column "resourceIds" varchar(256),
  add column authorities varchar(256), add column autoapprove smallint default 0, add column "additionalInformation" varchar(4000);
alter table client rename column "grantTypes" to "authorizedGrantTypes";
alter table client rename column "accessSeconds" to "accessTokenValidity";
alter table client rename column "refreshSeconds" to "refreshTokenValidity";
alter table client alter column "authorizedGrantTypes" drop not null, alter column "accessTokenValidity" drop not null, alter column "refreshTokenValidity" drop not null;
update client c set id = 1000000000000000000 + n.i from (select "clientId", row_number() over (order by "clientId") as i from client) n where n."clientId" = c."clientId";
alter table client drop constraint client_pkey, alter column id set not null, add primary key (id), alter column "clientId" drop not null;
create unique index "client_clientId_key" on client ("clientId");
-- The hash stands apart, so that no list can carry it; a client without one lets nobody in.
create table client_secret (
  "clientId" bigint primary key references client (id) on delete cascade,
  "secretHash" varchar(64) not null
);
comment on table client_secret is '@ref 应用密钥';
call protect('client_secret', 'platform');
insert into client_secret select id, "secretHash" from client;
alter table client drop column "secretHash";

-- Texts that must be read again (passwords of foreign services): sealed, apart from their rows, so that no list can carry them.
create table sealed_secret (
  owner varchar(40) not null,
  "ownerId" bigint not null,
  name varchar(40) not null,
  "tenantId" varchar(12) collate "C" not null,
  sealed text not null,
  "updateTime" timestamptz not null,
  primary key (owner, "ownerId", name)
);
comment on table sealed_secret is '@ref 密封的密钥';
call protect('sealed_secret', 'tenant');

create table notice_read (
  "noticeId" bigint not null references notice (id) on delete cascade,
  "userId" bigint not null references sys_user (id) on delete cascade,
  "tenantId" varchar(12) collate "C" not null,
  "readTime" timestamptz not null,
  primary key ("noticeId", "userId")
);
comment on table notice_read is '@ref 通知已读';
create index notice_read_user on notice_read ("tenantId", "userId");
call protect('notice_read', 'tenant');

-- One row a code that was sent; the code itself is kept as a hash bound to its request.
create table sms_code (
  id bigint primary key,
  "tenantId" varchar(12) collate "C" not null,
  -- keyed hash of the number: the limit counts by it, nobody reads it back
  "phoneHash" varchar(64) not null,
  "codeHash" varchar(64) not null,
  "createTime" timestamptz not null,
  expires timestamptz not null,
  ip varchar(64) not null,
  tries smallint not null default 0,
  used smallint not null default 0
);
comment on table sms_code is '@local 短信验证码';
create index sms_code_ip on sms_code (ip, "createTime");
call protect('sms_code', 'tenant');

-- How often a number was written to: one statement counts and refuses, so that two requests at once send one code.
create table sms_limit (
  "tenantId" varchar(12) collate "C" not null,
  "phoneHash" varchar(64) not null,
  day date not null,
  n smallint not null,
  "lastTime" timestamptz not null,
  primary key ("tenantId", "phoneHash")
);
comment on table sms_limit is '@local 短信发送次数';
call protect('sms_limit', 'tenant');
