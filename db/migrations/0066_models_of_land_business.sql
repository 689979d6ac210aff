-- A drawn process may be another one of a type of land business.
alter table flow_model add column "typeCode" varchar(40);
