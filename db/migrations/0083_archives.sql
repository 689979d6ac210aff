-- Archives: volumes, what lies in them, what a look at them found, and how far the nightly look has come.
create table "file_group" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "archiveNo" varchar(60) collate "C",
  "title" varchar(200),
  "titleIx" text[],
  "groupType" varchar(40),
  "fbfbm" varchar(14) collate "C",
  "cbfbm" varchar(18) collate "C",
  "year" integer,
  "files" integer,
  "pages" integer,
  "retention" varchar(40),
  "securityLevel" varchar(40),
  "isOpen" varchar(40),
  "status" varchar(40),
  "archivedTime" timestamptz,
  "archiver" varchar(50),
  "openReason" varchar(254),
  "note" varchar(500),
  primary key ("countyCode", id)
);
comment on table "file_group" is '@dist 档案案卷';
create unique index "file_group_archiveNo_key" on "file_group" ("countyCode", "tenantId", "archiveNo");
create index "file_group_region" on "file_group" ("tenantId", "regionCode", id);
create index "file_group_title_ix" on "file_group" using gin ("titleIx");
alter table "file_group" alter column "titleIx" set statistics 500;
call protect('file_group', 'tenant');

create table "file_detail" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "groupId" bigint,
  "sort" integer,
  "docType" varchar(40),
  "title" varchar(200) collate "C",
  "author" varchar(100),
  "docNo" varchar(60),
  "docDate" date,
  "pages" integer,
  "pageFrom" integer,
  "pageTo" integer,
  "businessId" bigint,
  "businessCode" varchar(20) collate "C",
  "attachId" bigint,
  "sha256" varchar(64),
  "size" integer,
  "version" integer,
  "current" smallint,
  "source" varchar(64),
  "filedTime" timestamptz,
  "note" varchar(254),
  primary key ("countyCode", id)
);
comment on table "file_detail" is '@dist 卷内文件';
create unique index "file_detail_groupId_source_version_key" on "file_detail" ("countyCode", "tenantId", "groupId", "source", "version");
create index "file_detail_region" on "file_detail" ("tenantId", "regionCode", id);
call protect('file_detail', 'tenant');

create table "archive_check" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "groupId" bigint,
  "objectId" varchar(19),
  "archiveNo" varchar(60) collate "C",
  "title" varchar(200),
  "pageFrom" integer,
  "property" varchar(40),
  "item" varchar(20),
  "msg" varchar(254),
  "msgEn" varchar(254),
  "firstSeen" timestamptz,
  "lastSeen" timestamptz,
  primary key ("countyCode", id)
);
comment on table "archive_check" is '@dist 档案检查';
create unique index "archive_check_objectId_item_key" on "archive_check" ("countyCode", "tenantId", "objectId", "item");
create index "archive_check_region" on "archive_check" ("tenantId", "regionCode", id);
call protect('archive_check', 'tenant');


-- a household has one volume, an issuer one a year
create unique index file_group_household on file_group ("countyCode", "tenantId", cbfbm) where "groupType" = 'C';
create unique index file_group_issuer on file_group ("countyCode", "tenantId", fbfbm, year) where "groupType" = 'F';
create index file_group_fbfbm on file_group ("tenantId", fbfbm, id);
create index file_group_cbfbm on file_group ("tenantId", cbfbm, id);
create index file_group_no on file_group ("tenantId", "archiveNo", id);
create index file_group_type on file_group ("tenantId", "groupType", "regionCode", id);
create index file_group_status on file_group ("tenantId", status, "regionCode", id);
create index file_group_open on file_group ("tenantId", "isOpen", "regionCode", id);
create index file_group_year on file_group ("tenantId", year, "regionCode", id);
create index file_group_time on file_group ("tenantId", "archivedTime", id);
create index file_detail_group on file_detail ("countyCode", "tenantId", "groupId", sort, id);
create index file_detail_business on file_detail ("countyCode", "tenantId", "businessId", "groupId");
create index file_detail_attach on file_detail ("countyCode", "tenantId", "attachId");
create index file_detail_code on file_detail ("tenantId", "businessCode", id);
create index file_detail_title on file_detail ("tenantId", title, id);
create index file_detail_type on file_detail ("tenantId", "docType", "regionCode", id);
create index file_detail_day on file_detail ("tenantId", "docDate", id);
create index file_detail_current on file_detail ("tenantId", current, "regionCode", id);
create index archive_check_group on archive_check ("countyCode", "tenantId", "groupId");
create index archive_check_no on archive_check ("tenantId", "archiveNo", id);
create index archive_check_property on archive_check ("tenantId", property, "regionCode", id);

create table archive_cursor (
  one smallint primary key check (one = 1),
  "tenantId" varchar(12) collate "C" not null,
  county varchar(6) collate "C" not null,
  id bigint not null
);
comment on table archive_cursor is '@local 档案检查进度';
call protect('archive_cursor', 'tenant');
