-- Services of other offices and layers of the map; pictures from above and how they came; plots of households as the land lies today.
create table "nhdkxx" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "nhdkbm" varchar(19) collate "C",
  "nhxm" varchar(50),
  "nhxmIx" text[],
  "cbfbm" varchar(18) collate "C",
  "dkbm" varchar(19) collate "C",
  "mjm" numeric(15,2),
  "dlbm" varchar(40),
  "source" varchar(40),
  "status" varchar(40),
  "geom" geometry(Geometry,4326),
  "remark" varchar(254),
  primary key ("countyCode", id)
);
comment on table "nhdkxx" is '@dist 农户地块';
create unique index "nhdkxx_nhdkbm_key" on "nhdkxx" ("countyCode", "tenantId", "nhdkbm");
create index "nhdkxx_region" on "nhdkxx" ("tenantId", "regionCode", id);
create index "nhdkxx_nhxm_ix" on "nhdkxx" using gin ("nhxmIx");
alter table "nhdkxx" alter column "nhxmIx" set statistics 500;
create index "nhdkxx_geom_gist" on "nhdkxx" using gist ("geom");
call protect('nhdkxx', 'tenant');

create table "gis_service" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "name" varchar(60),
  "uuid" varchar(36),
  "type" varchar(40),
  "url" varchar(500),
  "params" varchar(500),
  "keyName" varchar(40),
  "attribution" varchar(200),
  "regionCode" varchar(14) collate "C",
  "isEnabled" smallint,
  "sort" integer,
  "remark" varchar(254),
  primary key (id)
);
comment on table "gis_service" is '@ref 图形服务';
create unique index "gis_service_uuid_key" on "gis_service" ("tenantId", "uuid");
call protect('gis_service', 'tenant');

create table "image_config" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "name" varchar(60),
  "serviceUrl" varchar(200),
  "storagePath" varchar(100),
  "formats" varchar(40),
  "maxSize" integer,
  "groupName" varchar(40),
  "regionCode" varchar(14) collate "C",
  "isEnabled" smallint,
  "sort" integer,
  "remark" varchar(254),
  primary key (id)
);
comment on table "image_config" is '@ref 影像上传配置';
create unique index "image_config_name_key" on "image_config" ("tenantId", "name");
call protect('image_config', 'tenant');

create table "image_log" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "name" varchar(100) collate "C",
  "configId" bigint,
  "fileName" varchar(255),
  "fileSize" integer,
  "format" varchar(10),
  "state" varchar(40),
  "message" varchar(254),
  "width" integer,
  "height" integer,
  "epsg" integer,
  "extent" varchar(100),
  "place" varchar(200),
  "ossName" varchar(40),
  "sha256" varchar(64),
  "finishTime" timestamptz,
  "remark" varchar(254),
  primary key ("countyCode", id)
);
comment on table "image_log" is '@dist 影像上传日志';
create index "image_log_region" on "image_log" ("tenantId", "regionCode", id);
call protect('image_log', 'tenant');

create table "gis_layer" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "name" varchar(60),
  "uuid" varchar(36),
  "groupName" varchar(40),
  "source" varchar(40),
  "serviceId" bigint,
  "imageId" bigint,
  "layerName" varchar(200),
  "minZoom" integer,
  "maxZoom" integer,
  "opacity" integer,
  "style" varchar(2000),
  "fields" varchar(2000),
  "isDefault" smallint,
  "isQueryable" smallint,
  "regionCode" varchar(14) collate "C",
  "isEnabled" smallint,
  "sort" integer,
  "remark" varchar(254),
  primary key (id)
);
comment on table "gis_layer" is '@ref 图层';
create unique index "gis_layer_uuid_key" on "gis_layer" ("tenantId", "uuid");
call protect('gis_layer', 'tenant');

create index gis_layer_service on gis_layer ("tenantId", "serviceId");
create index gis_layer_image on gis_layer ("tenantId", "imageId");
create index image_log_name on image_log ("tenantId", name, id);
create index image_log_state on image_log ("tenantId", state, "regionCode", id);
create index image_log_config on image_log ("tenantId", "configId", id);
create index image_log_time on image_log ("tenantId", "createTime", id);
create index image_log_file on image_log ("countyCode", "tenantId", "ossName");
create index nhdkxx_code on nhdkxx ("tenantId", nhdkbm, id);
create index nhdkxx_cbfbm on nhdkxx ("tenantId", cbfbm, id);
create index nhdkxx_dkbm on nhdkxx ("tenantId", dkbm, id);
create index nhdkxx_dlbm on nhdkxx ("tenantId", dlbm, "regionCode", id);
create index nhdkxx_source on nhdkxx ("tenantId", source, "regionCode", id);
create index nhdkxx_status on nhdkxx ("tenantId", status, "regionCode", id);
