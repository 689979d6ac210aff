-- What people keep of the map: notes that they drew, views that they come back to, sets of layers; each its maker's, shared by choice.
create table map_mark (
  id bigint primary key,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  rev integer not null,
  kind varchar(8),
  title varchar(50),
  words varchar(500),
  body jsonb,
  "isShared" smallint,
  "userId" bigint,
  "regionCode" varchar(14) collate "C"
);
comment on table map_mark is '@ref 地图标记';
create index map_mark_user on map_mark ("tenantId", "userId", kind);
create index map_mark_shared on map_mark ("tenantId", "isShared", kind);
call protect('map_mark', 'tenant');
