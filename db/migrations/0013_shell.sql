-- What a person set up for the own eyes: saved views and columns of a table, one row a person and page;
-- and sessions in which an administrator looks through another person's eyes.

create table user_setting (
  "tenantId" varchar(12) collate "C" not null,
  "userId" bigint not null references sys_user (id) on delete cascade,
  page varchar(80) not null,
  value jsonb not null,
  "updateTime" timestamptz not null,
  primary key ("tenantId", "userId", page)
);
comment on table user_setting is '@ref 个人界面设置';
call protect('user_setting', 'tenant');

-- who looks, when it is not the person of the session; such a session can only read
alter table session add column "viewerId" bigint;
