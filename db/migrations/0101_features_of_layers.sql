-- What lies around the parcels: the layers of packages that are no part of the register, by village, with the days since and until which they are told.
-- It is not versioned as the register is: a package replaces what it tells of a village as a whole, and every former state keeps its own days.
create table "land_feature" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "layer" varchar(8),
  "bsm" varchar(20),
  "name" varchar(254),
  "attrs" jsonb,
  "geom" geometry(Geometry,4326),
  "digest" varchar(64),
  "fromDay" date,
  "toDay" date,
  "causeId" varchar(19),
  "endCauseId" varchar(19),
  primary key ("countyCode", id)
);
comment on table "land_feature" is '@dist 图层要素';
create index "land_feature_region" on "land_feature" ("tenantId", "regionCode", id);
create index "land_feature_geom_gist" on "land_feature" using gist ("geom");
create index "land_feature_changed" on "land_feature" ("tenantId", "updateTime");
create index "land_feature_cause" on "land_feature" ("countyCode", "tenantId", "causeId");
create index "land_feature_ended" on "land_feature" ("countyCode", "tenantId", "endCauseId");
create index "land_feature_layer" on "land_feature" ("countyCode", "tenantId", layer, "regionCode", digest);
call protect('land_feature', 'tenant');
