-- A household has one volume that grows, an issuer one a year: once it is closed, what comes later begins the next one.
drop index file_group_household;
drop index file_group_issuer;
create unique index file_group_household on file_group ("countyCode", "tenantId", cbfbm) where "groupType" = 'C' and status = '0';
create unique index file_group_issuer on file_group ("countyCode", "tenantId", fbfbm, year) where "groupType" = 'F' and status = '0';
create index file_group_of on file_group ("countyCode", "tenantId", fbfbm, cbfbm);

-- a paper is named by its case as well: two cases of a household have an application each
update file_detail d set source = d."businessId"::text || ':' || d.source from file_group g
  where g."countyCode" = d."countyCode" and g.id = d."groupId" and d."businessId" is not null and d.source not like 'hand:%';

-- what a look found says whose volume it is of, and of which case
alter table archive_check add column "volumeTitle" varchar(200), add column "businessCode" varchar(20) collate "C";
update archive_check c set "volumeTitle" = g.title from file_group g where g."countyCode" = c."countyCode" and g.id = c."groupId";
update archive_check c set "businessCode" = d."businessCode" from file_detail d where d."countyCode" = c."countyCode" and d.id::text = c."objectId";
create index archive_check_business on archive_check ("tenantId", "businessCode", id);
