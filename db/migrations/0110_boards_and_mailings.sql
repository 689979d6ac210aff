-- Boards of indicators with their versions; figures that are sent by mail, and what became of them.
create table "board" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "name" varchar(60),
  "place" varchar(40),
  "roleIds" varchar(4000),
  "sort" integer,
  "isEnabled" smallint,
  "version" integer,
  "panels" jsonb,
  primary key (id)
);
comment on table "board" is '@ref 看板';
call protect('board', 'tenant');

create table "board_version" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "boardId" bigint,
  "version" integer,
  "panels" jsonb,
  "day" date,
  primary key (id)
);
comment on table "board_version" is '@ref 看板版本';
create unique index "board_version_of" on board_version ("tenantId", "boardId", version);
call protect('board_version', 'tenant');

create table "figure_mail" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "name" varchar(60),
  "figures" varchar(40),
  "items" varchar(1000),
  "regionCode" varchar(14) collate "C",
  "cycle" varchar(40),
  "dayNo" integer,
  "format" varchar(40),
  "receivers" varchar(4000),
  "isEnabled" smallint,
  "lastDay" date,
  primary key (id)
);
comment on table "figure_mail" is '@ref 定时报送';
call protect('figure_mail', 'tenant');

create table "figure_mail_log" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "mailId" bigint,
  "day" date,
  "receiver" bigint,
  "receiverName" varchar(60),
  "outcome" varchar(40),
  "fileName" varchar(200),
  primary key (id)
);
comment on table "figure_mail_log" is '@ref 报送记录';
create index figure_mail_log_of on figure_mail_log ("tenantId", "mailId", day);
call protect('figure_mail_log', 'tenant');
