-- Sign-in: second factors, identities of other services, encrypted interface.

alter table "password_strategy" add column "secondFactor" varchar(40);

-- The sealed secret of a person's authenticator; `confirmed` once the first code was right. A step is used up by the first code that is taken.
create table user_totp (
  "userId" bigint primary key references sys_user (id) on delete cascade,
  "tenantId" varchar(12) collate "C" not null,
  sealed varchar(300) not null,
  confirmed smallint not null default 0,
  "lastStep" bigint not null default 0,
  "createTime" timestamptz not null
);
comment on table user_totp is '@ref 动态口令';
call protect('user_totp', 'tenant');

-- Codes for the day the authenticator is lost: hashed, each good once.
create table user_recovery (
  "userId" bigint not null references sys_user (id) on delete cascade,
  hash varchar(64) not null,
  "tenantId" varchar(12) collate "C" not null,
  primary key ("userId", hash)
);
comment on table user_recovery is '@ref 恢复码';
call protect('user_recovery', 'tenant');

-- Between the first and the second factor: good for five minutes and five tries. `enroll` = the person has no authenticator yet and must set one up.
create table login_challenge (
  hash varchar(64) primary key,
  "tenantId" varchar(12) collate "C" not null,
  "userId" bigint not null,
  "clientId" varchar(48) not null,
  enroll smallint not null,
  tries smallint not null default 0,
  expires timestamptz not null
);
comment on table login_challenge is '@local 二次认证';
create index login_challenge_user on login_challenge ("userId");
call protect('login_challenge', 'tenant');

create table "oauth_source" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "source" varchar(40),
  "sourceName" varchar(40),
  "issuer" varchar(500),
  "oauthClientId" varchar(128),
  "oauthScope" varchar(128),
  "isEnabled" smallint,
  "sort" integer,
  "remark" varchar(255),
  primary key (id)
);
comment on table "oauth_source" is '@ref 第三方登录';
create unique index "oauth_source_source_key" on "oauth_source" ("tenantId", "source");
call protect('oauth_source', 'tenant');

-- A person of another service; `userId` is the account it opens. `ticketHash` is what a stranger shows to register or to be bound, for half an hour.
create table oauth_user (
  id bigint primary key,
  "tenantId" varchar(12) collate "C" not null,
  "sourceId" bigint not null references "oauth_source" (id) on delete cascade,
  subject varchar(255) collate "C" not null,
  "userId" bigint references sys_user (id) on delete set null,
  nickname varchar(100) not null,
  "ticketHash" varchar(64) unique,
  "ticketExpires" timestamptz,
  "createTime" timestamptz not null,
  unique ("sourceId", subject)
);
comment on table oauth_user is '@ref 第三方账号';
create index oauth_user_user on oauth_user ("userId");
call protect('oauth_user', 'tenant');

-- One row a journey to another service: used up by the first return. The verifier and the nonce are no secret of the browser, so it never sees them.
create table oauth_state (
  hash varchar(64) primary key,
  "tenantId" varchar(12) collate "C" not null,
  "sourceId" bigint not null,
  "browserHash" varchar(64) not null,
  verifier varchar(64) not null,
  nonce varchar(64) not null,
  "redirectUri" varchar(500) not null,
  expires timestamptz not null
);
comment on table oauth_state is '@local 第三方登录状态';
call protect('oauth_state', 'tenant');

-- Encrypted requests that were seen, by their random number: a second one is a replay.
create table wire_nonce (
  nonce varchar(64) primary key,
  expires timestamptz not null
);
comment on table wire_nonce is '@local 加密请求随机数';
create index wire_nonce_expires on wire_nonce (expires);
call protect('wire_nonce', 'platform');

create index sys_user_phone on sys_user ("tenantId", phone);

update "client" set "authorizedGrantTypes" = 'captcha,password,refresh_token,sms_code,social,authorization_code'
where "clientId" = 'chengbao' and "authorizedGrantTypes" = 'captcha,password,refresh_token';
