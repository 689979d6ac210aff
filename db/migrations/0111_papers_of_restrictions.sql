-- The document by which a restriction was entered stands in its row: the same document is entered once while what it says stands. Assumes that a restriction of
-- before that was asked for by hand has the document of its request; those of the registry and of packages keep none.
alter table restriction add column "paperNo" varchar(100);
update restriction r set "paperNo" = q."paperNo" from restriction_request q
  where q."countyCode" = r."countyCode" and q."tenantId" = r."tenantId" and q.ref = r.ref and q.deed = 'set';
