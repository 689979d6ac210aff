-- What is set at an application and at a process acts: a session knows the application that opened it, an application that signs in for itself has tokens of
-- its own, a code leads another site's visitor back to it, and a case keeps the day that was promised.
alter table session add column "clientId" varchar(48) collate "C";

create table client_session (
  "accessHash" varchar(64) primary key,
  "clientId" bigint not null references client (id) on delete cascade,
  expires timestamptz not null
);
comment on table client_session is '@local 应用令牌';
create index client_session_expires on client_session (expires);
create index client_session_client on client_session ("clientId");
call protect('client_session', 'system');

create table oauth_code (
  hash varchar(64) primary key,
  "tenantId" varchar(12) collate "C" not null,
  "userId" bigint not null references sys_user (id) on delete cascade,
  "clientId" varchar(48) collate "C" not null,
  "redirectUri" varchar(500) not null,
  expires timestamptz not null
);
comment on table oauth_code is '@local 授权码';
create index oauth_code_expires on oauth_code (expires);
create index oauth_code_user on oauth_code ("userId");
call protect('oauth_code', 'tenant');

alter table business add column "dueDay" date;
create index business_due on business ("tenantId", "dueDay", "regionCode", id) where status = '2';

-- What a job says of itself is kept in both languages, for whoever reads it.
alter table job alter column message type varchar(4100), alter column step type varchar(4100), alter column title type varchar(4100);
alter table hjb_log alter column message type text;
alter table export_record alter column "failReason" type varchar(4100);
alter table import_batch alter column "failReason" type varchar(4100);
