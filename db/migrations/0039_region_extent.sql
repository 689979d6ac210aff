-- Where a region lies, in degrees: west,south,east,north. Empty = that of its province and of the zone in which it measures.

alter table region add column extent varchar(80);
