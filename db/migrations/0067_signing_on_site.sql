-- On site, too, a contract is signed node by node: of each signer stands which document was compared, by whom, where and when, by what he wrote, and what was
-- kept beside his name. A store's sweep asks which files a flow or a signer names.
alter table sign_node
  add column "deskUser" bigint,
  add column "deskName" varchar(50),
  add column "docType" varchar(40),
  add column "docMeans" varchar(10),
  add column "docTime" timestamptz,
  add column "docFrom" varchar(45),
  add column "means" varchar(10),
  add column "bySeal" smallint,
  add column "pictureHash" varchar(64),
  add column "finger" varchar(120),
  add column "fingerHash" varchar(64),
  add column "photo" varchar(120),
  add column "photoHash" varchar(64);
create index sign_flow_file on sign_flow ("fileName") where "fileName" is not null;
create index sign_node_picture on sign_node ("picture") where "picture" is not null;
create index sign_node_finger on sign_node ("finger") where "finger" is not null;
create index sign_node_photo on sign_node ("photo") where "photo" is not null;
