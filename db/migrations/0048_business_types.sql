-- What a case posts is kept beside its form, so that no room must know the form of a type; before, only 承包合同签订 was posted, by its form.
alter table business_draft add column "posted" jsonb;
update business_draft set posted = jsonb_build_object(
  'targets', (select coalesce(jsonb_agg(t), '[]') from (
    select codes -> 'cbfbm' as t union all select codes -> 'cbhtbm' union all select d -> 'dkbm' from jsonb_array_elements(form -> 'dk') d) named where t is not null),
  'cbfbm', codes -> 'cbfbm', 'dk', form -> 'dk', 'cbht', form -> 'cbht')
where codes is not null and jsonb_typeof(form -> 'dk') = 'array';

-- A person is held by a keyed digest, a share by the codes of parcel and contractor.
alter table business_lock alter column "objectCode" type varchar(64);

-- A business of many books registers them entry by entry. Assumes that what stands here so far was registered.
alter table business_book add column "code" varchar(19), add column "entry" varchar(64), add column "status" varchar(10), add column "reason" varchar(254);
update business_book x set status = 'finished', code = d.cbjyqzbm from djb d where d."countyCode" = x."countyCode" and d.id = x."newDjbId";

-- What a person has typed and not saved yet. A new case has the id of its draft, on which its papers hang meanwhile.
create table "business_input" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "businessId" bigint,
  "userId" bigint,
  "businessTypeCode" varchar(40),
  "body" jsonb,
  primary key ("countyCode", id)
);
comment on table "business_input" is '@dist 业务草稿';
create unique index "business_input_businessId_userId_key" on "business_input" ("countyCode", "tenantId", "businessId", "userId");
create index "business_input_region" on "business_input" ("tenantId", "regionCode", id);
create index business_input_user on business_input ("tenantId", "userId", id);
call protect('business_input', 'tenant');
