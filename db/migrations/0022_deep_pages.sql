-- The rows before a deep page are walked by their keys: with the county beside them in the index of a list no row is visited for it
-- (a million parcels' last page: the table is 877 MB, this index some 90).
drop index cbf_region;
create index cbf_region on cbf ("tenantId", "regionCode", cbfbm, id) include ("countyCode");
drop index jtcy_region;
create index jtcy_region on jtcy ("tenantId", "regionCode", cbfbm, sort, id) include ("countyCode");
drop index dk_region;
create index dk_region on dk ("tenantId", "regionCode", dkbm, id) include ("countyCode");
drop index jzd_region;
create index jzd_region on jzd ("tenantId", "regionCode", fbfbm, jzdxh, id) include ("countyCode");
drop index jzx_region;
create index jzx_region on jzx ("tenantId", "regionCode", fbfbm, jzxh, id) include ("countyCode");
drop index djb_region;
create index djb_region on djb ("tenantId", "regionCode", cbjyqzbm, version, id) include ("countyCode");
drop index cbht_region;
create index cbht_region on cbht ("tenantId", "regionCode", cbhtbm, version, id) include ("countyCode");
drop index cbdkxx_region;
create index cbdkxx_region on cbdkxx ("tenantId", "regionCode", dkbm, id) include ("countyCode");
drop index cbjyqz_region;
create index cbjyqz_region on cbjyqz ("tenantId", "regionCode", cbjyqzbm, id) include ("countyCode");
