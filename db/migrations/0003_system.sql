-- The platform: tenants, people, roles, menus, regions, dictionaries, sessions.

create table "sys_dept" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "parentId" bigint,
  "deptName" varchar(45),
  "fullName" varchar(100),
  "deptCategory" varchar(40),
  "regionCode" varchar(14) collate "C",
  "sort" integer,
  "remark" varchar(255),
  primary key (id)
);
comment on table "sys_dept" is '@ref 部门';
call protect('sys_dept', 'tenant');

create table "dict_biz" (
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
comment on table "dict_biz" is '@ref 业务字典';
call protect('dict_biz', 'tenant');

create table "menu" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "parentId" bigint,
  "code" varchar(100),
  "name" varchar(100),
  "alias" varchar(100),
  "path" varchar(255),
  "source" varchar(100),
  "sort" integer,
  "category" integer,
  "action" integer,
  "isOpen" smallint,
  "remark" varchar(255),
  primary key (id)
);
comment on table "menu" is '@ref 菜单';
create unique index "menu_code_key" on "menu" ("code");
call protect('menu', 'platform');

create table "param" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "paramName" varchar(255),
  "paramKey" varchar(255),
  "paramValue" varchar(255),
  "remark" varchar(255),
  primary key (id)
);
comment on table "param" is '@ref 系统参数';
create unique index "param_paramKey_key" on "param" ("tenantId", "paramKey");
call protect('param', 'tenant');

create table "sys_post" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "category" varchar(40),
  "postCode" varchar(12),
  "postName" varchar(64),
  "sort" integer,
  "remark" varchar(255),
  primary key (id)
);
comment on table "sys_post" is '@ref 岗位';
create unique index "sys_post_postCode_key" on "sys_post" ("tenantId", "postCode");
call protect('sys_post', 'tenant');

create table "region" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "code" varchar(14) collate "C",
  "parentCode" varchar(14),
  "name" varchar(64),
  "fullName" varchar(200),
  "level" integer,
  "sort" integer,
  "projection" integer,
  "oldCodes" jsonb,
  "remark" varchar(255),
  primary key (id)
);
comment on table "region" is '@ref 行政区划';
create unique index "region_code_key" on "region" ("code");
call protect('region', 'platform');

create table "sys_role" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "parentId" bigint,
  "roleName" varchar(255),
  "roleAlias" varchar(64),
  "sort" integer,
  primary key (id)
);
comment on table "sys_role" is '@ref 角色';
create unique index "sys_role_roleAlias_key" on "sys_role" ("tenantId", "roleAlias");
call protect('sys_role', 'tenant');

create table "tenant" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "code" varchar(12) collate "C",
  "tenantName" varchar(50),
  "linkman" varchar(20),
  "contactNumber" varchar(20),
  "address" varchar(255),
  "domain" varchar(255),
  "title" varchar(100),
  "backgroundUrl" varchar(500),
  "regionCode" varchar(14) collate "C",
  "accountNumber" integer,
  "expireTime" timestamptz,
  "packageId" bigint,
  "status" smallint,
  primary key (id)
);
comment on table "tenant" is '@ref 租户';
create unique index "tenant_code_key" on "tenant" ("code");
call protect('tenant', 'platform');

create table "tenant_package" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "packageName" varchar(50),
  "menuId" varchar(4000),
  "remark" varchar(254),
  primary key (id)
);
comment on table "tenant_package" is '@ref 产品包';
call protect('tenant_package', 'platform');

create table "top_menu" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "code" varchar(100),
  "name" varchar(100),
  "source" varchar(100),
  "path" varchar(255),
  "sort" integer,
  primary key (id)
);
comment on table "top_menu" is '@ref 顶部菜单';
create unique index "top_menu_code_key" on "top_menu" ("tenantId", "code");
call protect('top_menu', 'tenant');

create table "sys_user" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "account" varchar(45),
  "name" varchar(20),
  "realName" varchar(50),
  "roleId" varchar(4000),
  "deptId" varchar(4000),
  "postId" varchar(4000),
  "regionCode" varchar(14) collate "C",
  "code" varchar(12),
  "phone" varchar(11),
  "email" varchar(45),
  "sex" varchar(40),
  "birthday" date,
  "avatar" varchar(2000),
  "userType" integer,
  "userExt" jsonb,
  "status" smallint,
  "lastLogin" timestamptz,
  primary key (id)
);
comment on table "sys_user" is '@ref 用户';
create unique index "sys_user_account_key" on "sys_user" ("tenantId", "account");
call protect('sys_user', 'tenant');

create index region_parent on region ("parentCode", sort, code);
create index dict_biz_code on dict_biz ("tenantId", code, sort);
create unique index dict_biz_key on dict_biz ("tenantId", code, "dictKey") where "parentId" is not null;
create index sys_dept_parent on sys_dept ("tenantId", "parentId", sort);
create index menu_parent on menu ("parentId", sort);

create table role_menu (
  "roleId" bigint not null references sys_role (id) on delete cascade,
  "menuId" bigint not null references menu (id) on delete cascade,
  "tenantId" varchar(12) collate "C" not null,
  primary key ("roleId", "menuId")
);
comment on table role_menu is '@ref 角色菜单';
call protect('role_menu', 'tenant');

create table top_menu_setting (
  "topMenuId" bigint not null references top_menu (id) on delete cascade,
  "menuId" bigint not null references menu (id) on delete cascade,
  "tenantId" varchar(12) collate "C" not null,
  primary key ("topMenuId", "menuId")
);
comment on table top_menu_setting is '@ref 顶部菜单配置';
call protect('top_menu_setting', 'tenant');

create table user_secret (
  "userId" bigint primary key references sys_user (id) on delete cascade,
  "tenantId" varchar(12) collate "C" not null,
  hash varchar(200) not null,
  "setTime" timestamptz not null,
  "mustModify" smallint not null default 0,
  history jsonb not null default '[]',
  failures integer not null default 0,
  "lockedUntil" timestamptz
);
comment on table user_secret is '@ref 用户口令';
call protect('user_secret', 'tenant');

-- One row a signed-in browser. Tokens are stored as SHA-256; a refresh replaces both and may be used once.
create table session (
  id bigint primary key,
  "tenantId" varchar(12) collate "C" not null,
  "userId" bigint not null references sys_user (id) on delete cascade,
  "deptId" bigint,
  "roleIds" varchar(1000) not null,
  "accessHash" varchar(64) not null unique,
  "refreshHash" varchar(64) not null unique,
  "accessExpires" timestamptz not null,
  "refreshExpires" timestamptz not null,
  "absoluteEnd" timestamptz not null,
  "lastSeen" timestamptz not null,
  "createTime" timestamptz not null,
  ip varchar(64) not null,
  agent varchar(300) not null,
  revoked smallint not null default 0
);
comment on table session is '@local 会话';
create index session_by_user on session ("userId", revoked);
call protect('session', 'tenant');

create table captcha (
  key varchar(64) primary key,
  answer varchar(64) not null,
  expires timestamptz not null
);
comment on table captcha is '@local 验证码';
call protect('captcha', 'platform');

create table login_nonce (
  nonce varchar(64) primary key,
  expires timestamptz not null
);
comment on table login_nonce is '@local 登录随机数';
call protect('login_nonce', 'platform');

create table client (
  "clientId" varchar(48) primary key,
  "secretHash" varchar(64) not null,
  "grantTypes" varchar(256) not null,
  "accessSeconds" integer not null,
  "refreshSeconds" integer not null
);
comment on table client is '@ref 客户端';
call protect('client', 'platform');
