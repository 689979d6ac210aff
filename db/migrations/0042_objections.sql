-- An objection that is open restricts what it is about: so far it only set a flag there, which nothing took back when its business was revoked. Assumes
-- that a target's code tells its kind by length and letter, and that the objection stood from the day it was received.
create index restriction_cause on restriction ("countyCode", "tenantId", "causeId");
insert into restriction ("countyCode", id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode",
  ref, kind, dkbm, cbjyqzbm, cbfbm, "fromDay", words, "causeKind", "causeId")
select "countyCode", id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", 1, "regionCode",
  'objection-' || id, 'yy', case when length("targetCode") = 19 and "targetCode" !~ '[JQ]$' then "targetCode" end,
  case when "targetCode" ~ '[JQ]$' then "targetCode" end, case when length("targetCode") = 18 then "targetCode" end,
  coalesce("receivedTime", "createTime")::date, content, 'business', "businessId"::text
from objection where status in ('0', '1') and "businessId" is not null and "targetCode" ~ '^\d{18}(\d|J|Q)?$';
