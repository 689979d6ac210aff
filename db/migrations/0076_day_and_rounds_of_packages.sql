-- What the auditor of a package confirms: the day from which holds what none of its books names, and the rounds that its contracts show.
alter table "hjb" add column "packageDay" date, add column "rounds" jsonb;
