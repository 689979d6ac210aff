-- Text of filed papers, page by page, and by which way it was come by.
alter table "file_detail" add column "textBy" varchar(1);
create index file_detail_unread on file_detail ("textBy", id) where "textBy" is null or "textBy" = '0';

create table "file_page" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "text" varchar(8000),
  "textIx" text[],
  "title" varchar(200),
  "page" integer,
  "docType" varchar(40),
  "archiveNo" varchar(60) collate "C",
  "cbfbm" varchar(18) collate "C",
  "year" integer,
  "businessCode" varchar(20) collate "C",
  "groupId" bigint,
  "detailId" bigint,
  "attachId" bigint,
  primary key ("countyCode", id)
);
comment on table "file_page" is '@dist 卷内文字';
create unique index "file_page_detailId_page_key" on "file_page" ("countyCode", "tenantId", "detailId", "page");
create index "file_page_region" on "file_page" ("tenantId", "regionCode", id);
create index "file_page_text_ix" on "file_page" using gin ("textIx");
alter table "file_page" alter column "textIx" set statistics 500;
call protect('file_page', 'tenant');
create index file_page_type on file_page ("tenantId", "docType", "regionCode", id);
create index file_page_no on file_page ("tenantId", "archiveNo", id);
create index file_page_cbfbm on file_page ("tenantId", cbfbm, id);
create index file_page_year on file_page ("tenantId", year, "regionCode", id);
create index file_page_code on file_page ("tenantId", "businessCode", id);
