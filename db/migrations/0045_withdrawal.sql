-- An entry that was taken back names the entry that did it; its unit may be written again. Packages that are in the register get their entries: one a village,
-- with the digest of the file and how many acts of a kind it stands for. Assumed: what a package wrote and nothing changed since is still its own.
alter table register_entry add column "undoneBy" bigint;
-- what an import brought beside the register's versions names it too: it goes with it
alter table cbjyqz_event add column "causeId" bigint;
alter table lzht add column "causeId" bigint;
alter table qslyzlfj add column "causeId" bigint;
create index cbjyqz_event_cause on cbjyqz_event ("countyCode", "causeId") where "causeId" is not null;
create index lzht_cause on lzht ("countyCode", "causeId") where "causeId" is not null;
create index qslyzlfj_cause on qslyzlfj ("countyCode", "causeId") where "causeId" is not null;
insert into register_entry ("countyCode", id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode", "causeKind", "causeId", unit, day, counts, made, sha256)
  select x.county, h.id + row_number() over (partition by h.id order by x.village), h."tenantId", h."updateUser", h."updateTime", h."updateUser", h."updateTime", 1, x.village, 'import', h.id::text,
    'hjb/' || h.id || '/' || x.village, least((h."updateTime" at time zone 'Asia/Shanghai')::date, x.last), x.counts, '{"books": []}', h.sha256
  from hjb h join (
    select county, tenant, cause, village, max(last) as last, jsonb_object_agg(act, n) as counts from (
      select "countyCode" as county, "tenantId" as tenant, "causeId" as cause, left("regionCode", 12) as village, 'newIssuer' as act, count(*) as n, max("regFrom") as last from fbf
        where "causeKind" = 'import' and "causeId" is not null group by 1, 2, 3, 4
      union all select "countyCode", "tenantId", "causeId", left("regionCode", 12), 'newContractor', count(*), max("regFrom") from cbf where "causeKind" = 'import' and "causeId" is not null group by 1, 2, 3, 4
      union all select "countyCode", "tenantId", "causeId", left("regionCode", 12), 'newParcel', count(*), max("regFrom") from dk where "causeKind" = 'import' and "causeId" is not null group by 1, 2, 3, 4
      union all select "countyCode", "tenantId", "causeId", left("regionCode", 12), 'newBook', count(*), max("regFrom") from djb where "causeKind" = 'import' and "causeId" is not null group by 1, 2, 3, 4) p
    group by 1, 2, 3, 4) x on x.county = h."countyCode" and x.tenant = h."tenantId" and x.cause = h.id;
update cbjyqz_event x set "causeId" = e."causeId"::bigint from register_entry e where e."countyCode" = x."countyCode" and e."tenantId" = x."tenantId"
  and e."causeKind" = 'import' and left(x."regionCode", 12) = e."regionCode" and x."businessId" is null and x."createTime" <= e."createTime";
update lzht x set "causeId" = e."causeId"::bigint from register_entry e where e."countyCode" = x."countyCode" and e."tenantId" = x."tenantId"
  and e."causeKind" = 'import' and left(x."regionCode", 12) = e."regionCode" and x."createTime" <= e."createTime";
update qslyzlfj x set "causeId" = e."causeId"::bigint from register_entry e where e."countyCode" = x."countyCode" and e."tenantId" = x."tenantId"
  and e."causeKind" = 'import' and left(x."regionCode", 12) = e."regionCode" and x."createTime" <= e."createTime";
-- a certificate that a package brought and nobody issued or printed is not valid yet; one that it cancelled is cancelled
update cbjyqz c set zt = '0' where "causeKind" = 'import' and zt = '1' and fzrq is null and cbjyqzlsh is null;
update cbjyqz c set zt = '2', sfzx = 1 where "causeKind" = 'import' and sfzx = 0 and exists (select 1 from cbjyqz_event e
  where e."countyCode" = c."countyCode" and e."tenantId" = c."tenantId" and e.cbjyqzbm = c.cbjyqzbm and e.kind = 'zx');
