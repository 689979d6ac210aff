-- What reaches a person: tasks, returns, objections, days that come, notices, jobs done. `once` names what is told, so that nobody is told it twice.
create table inbox_message (
  "tenantId" varchar(12) collate "C" not null,
  "userId" bigint not null,
  once varchar(80) collate "C" not null,
  id bigint not null,
  kind varchar(12) collate "C" not null,
  subject varchar(300) not null,
  about varchar(20) collate "C",
  "aboutId" bigint,
  link varchar(200),
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "readTime" timestamptz,
  primary key ("tenantId", "userId", once)
);
comment on table inbox_message is '@local 消息';
create index inbox_message_newest on inbox_message ("tenantId", "userId", id);
create index inbox_message_unread on inbox_message ("tenantId", "userId", id) where "readTime" is null;
create index inbox_message_about on inbox_message ("tenantId", about, "aboutId");
create index inbox_message_old on inbox_message ("createTime");
call protect('inbox_message', 'tenant');

-- Kinds that a person does not want to be told of.
create table inbox_muted (
  "tenantId" varchar(12) collate "C" not null,
  "userId" bigint not null,
  kind varchar(12) collate "C" not null,
  primary key ("tenantId", "userId", kind)
);
comment on table inbox_muted is '@local 不接收的消息';
call protect('inbox_muted', 'tenant');
