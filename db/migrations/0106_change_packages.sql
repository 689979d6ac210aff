-- Change packages that were handed in, each with the one that it goes on from; and what increments say otherwise than the register, cell by cell.
create table "hjb_change" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "fromTime" varchar(19),
  "toTime" varchar(19),
  "previous" varchar(19),
  "changes" integer,
  "leavers" integer,
  primary key ("countyCode", id)
);
comment on table "hjb_change" is '@dist 变更包';
create index "hjb_change_region" on "hjb_change" ("tenantId", "regionCode", id);
call protect('hjb_change', 'tenant');

create table "hjb_cell" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "infoId" bigint,
  "sort" integer,
  "cbfbm" varchar(18) collate "C",
  "layer" varchar(20),
  "object" varchar(100),
  "field" varchar(60),
  "was" varchar(500),
  "becomes" varchar(500),
  primary key ("countyCode", id)
);
comment on table "hjb_cell" is '@dist 变更对照';
create index "hjb_cell_region" on "hjb_cell" ("tenantId", "regionCode", id);
create index "hjb_cell_info" on "hjb_cell" ("countyCode", "infoId", sort);
call protect('hjb_cell', 'tenant');

alter table "hjb" add column "changesId" varchar(19);
