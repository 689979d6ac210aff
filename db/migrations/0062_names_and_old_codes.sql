-- An organisation's own name stands beside that of its legal representative, who is the contractor's name in the national table (NY/T 2539 B.3); books keep
-- both. Old codes of regions become text that people type and search. Assumes that old codes were stored, if at all, as a JSON list of texts.
alter table cbf add column "dwmc" varchar(100);
alter table cbf_v add column "dwmc" varchar(100);
alter table djb_cbf add column "dwmc" varchar(100);
alter table region add column "formerCodes" varchar(200);
update region set "formerCodes" = (select left(string_agg(x, ',' order by n), 200) from jsonb_array_elements_text("oldCodes") with ordinality as o(x, n))
  where jsonb_typeof("oldCodes") = 'array';
alter table region drop column "oldCodes";
alter table region rename column "formerCodes" to "oldCodes";
