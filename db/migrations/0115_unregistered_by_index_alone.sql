-- Households by their status are counted and put in order from the index alone.
drop index cbf_djzt;
create index cbf_djzt on cbf ("tenantId", djzt, "regionCode", cbfbm, id) include ("countyCode", zt);
