-- People: what a tenant asks of passwords, scopes granted to roles, packages of more than 200 menus, error logs of browsers.

create table "password_strategy" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "minLength" integer,
  "maxLength" integer,
  "classes" integer,
  "longEnough" integer,
  "needUpper" smallint,
  "needLower" smallint,
  "needDigit" smallint,
  "needSpecial" smallint,
  "historyCount" integer,
  "expireDays" integer,
  "warnDays" integer,
  "forceFirstChange" smallint,
  "maxFail" integer,
  "lockMinutes" integer,
  "idleMinutes" integer,
  primary key (id)
);
comment on table "password_strategy" is '@ref 密码策略';
create unique index password_strategy_tenant on password_strategy ("tenantId");
call protect('password_strategy', 'tenant');

-- category 1 = data scope, 2 = API scope; the scopes stand in tables of their own
create table role_scope (
  "roleId" bigint not null references sys_role (id) on delete cascade,
  "scopeId" bigint not null,
  category smallint not null check (category in (1, 2)),
  "tenantId" varchar(12) collate "C" not null,
  primary key ("roleId", "scopeId", category)
);
comment on table role_scope is '@ref 角色权限范围';
call protect('role_scope', 'tenant');

alter table tenant_package alter column "menuId" type text;
alter table tenant add column "datasourceId" bigint;

create index session_live on session ("tenantId", "lastSeen") where revoked = 0;

create table browser_log (
  id bigint primary key,
  "tenantId" varchar(12) collate "C" not null,
  "userId" bigint not null,
  account varchar(64) not null,
  "createTime" timestamptz not null,
  ip varchar(64) not null,
  agent varchar(300) not null,
  url varchar(500) not null,
  -- as the browser says it, and therefore text
  time varchar(40) not null,
  type varchar(40) not null,
  message varchar(2000) not null,
  stack text not null,
  info varchar(2000) not null
);
comment on table browser_log is '@local 浏览器错误日志';
create index browser_log_time on browser_log ("tenantId", "createTime" desc);
call protect('browser_log', 'tenant');
revoke update, delete on browser_log from cpt_app;

-- people sign in whatever the case of the letters, so two accounts may not differ by it alone
create unique index sys_user_account_lower on sys_user ("tenantId", lower(account));
