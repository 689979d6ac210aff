-- What people did that somebody should look at; one row for each kind, subject and day. Written by the watch alone.
create table security_alert (
  id bigint primary key,
  "tenantId" varchar(12) collate "C" not null,
  kind varchar(20) not null,
  -- an address, or an account
  subject varchar(100) not null,
  day date not null,
  n integer not null,
  "firstTime" timestamptz not null,
  "lastTime" timestamptz not null,
  "handledBy" varchar(64),
  "handledTime" timestamptz,
  remark varchar(255)
);
comment on table security_alert is '@local 安全告警';
create unique index security_alert_one on security_alert ("tenantId", day, kind, subject);
create index security_alert_newest on security_alert ("tenantId", id desc);
call protect('security_alert', 'tenant');

-- A notice for those alone who hold a button.
alter table notice add column "forPerm" varchar(64);
