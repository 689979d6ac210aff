-- The list of plots may be asked in the order of their making, for a whole county.
create index nhdkxx_made on nhdkxx ("tenantId", "createTime", id);
