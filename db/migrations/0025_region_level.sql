-- The level of a region as the compatible API counts it: 0 the country, 1 province … 6 group.

update region set level = level + 1 where level is not null;
