-- A file takes the region of the row it hangs on, not of whoever sent it: what town and county gave to a village's case is seen in the village. A file that
-- stands beside its row, because nobody checked where a village sent it, stays with whoever sent it.

update attach a set "regionCode" = b."regionCode"
  from business b
  where b."countyCode" = a."countyCode" and b."tenantId" = a."tenantId" and b.id = a."businessId"
    and b."regionCode" <> a."regionCode" and starts_with(b."regionCode", a."regionCode");
update attach a set "regionCode" = c."regionCode"
  from cbf c
  where c."countyCode" = a."countyCode" and c."tenantId" = a."tenantId" and c.id = a."businessId"
    and c."regionCode" <> a."regionCode" and starts_with(c."regionCode", a."regionCode");
