-- Corrections: where the record differs from the paper, one person asks with reason and document, another confirms. Parcels get their real-estate unit number.
create table "correction" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "objectKind" varchar(40),
  "objectCode" varchar(19) collate "C",
  "memberId" bigint,
  "changes" jsonb,
  "paperNo" varchar(100),
  "reason" varchar(500),
  "status" varchar(40),
  "proposer" varchar(50),
  "checker" varchar(50),
  "checkTime" timestamptz,
  "opinion" varchar(500),
  primary key ("countyCode", id)
);
comment on table "correction" is '@dist 勘误';
create index "correction_region" on "correction" ("tenantId", "regionCode", id);
create index "correction_object" on "correction" ("countyCode", "tenantId", "objectCode");
call protect('correction', 'tenant');

alter table dk add column "bdcdyh" varchar(28);
alter table dk_v add column "bdcdyh" varchar(28);
-- few parcels have one so far: only they are indexed
create index dk_bdcdyh on dk ("countyCode", "tenantId", "bdcdyh") where "bdcdyh" is not null;
create index dk_v_bdcdyh on dk_v ("countyCode", "tenantId", "bdcdyh") where "bdcdyh" is not null and "validTo" = 'infinity';
