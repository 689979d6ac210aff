-- Files that arrive in pieces, what a tenant's files weigh, and the digests by which a file that is already there is found.

-- the server's own digests of the bytes that were sent; a picture is stored re-encoded, so its sha256 differs from that of its source
alter table attach add column "attachMd5" varchar(32), add column "sourceSha256" varchar(64);
create index attach_md5 on attach ("tenantId", "attachMd5");
-- the sweep asks whether any row still names a stored file
create index attach_oss on attach ("ossName");

-- one upload of one person; attachMd5 is the browser's word and only a key
create table attach_upload (
  "tenantId" varchar(12) collate "C" not null,
  id bigint not null,
  "userId" bigint not null,
  "attachMd5" varchar(64) collate "C" not null,
  "attachName" varchar(255) not null,
  "attachSize" bigint not null,
  "attachChunk" integer not null,
  -- the attachment that it became; null while it is under way
  "attachId" bigint,
  "createTime" timestamptz not null,
  "updateTime" timestamptz not null,
  primary key ("tenantId", id),
  unique ("tenantId", "userId", "attachMd5")
);
comment on table attach_upload is '@ref 分片上传';
call protect('attach_upload', 'tenant');

create table attach_chunk (
  "tenantId" varchar(12) collate "C" not null,
  "uploadId" bigint not null,
  "chunkIndex" integer not null,
  "chunkMd5" varchar(64) not null,
  "chunkSize" integer not null,
  -- name of the file in the upload's folder, chosen by the server
  file varchar(40) not null,
  primary key ("tenantId", "uploadId", "chunkIndex"),
  foreign key ("tenantId", "uploadId") references attach_upload ("tenantId", id) on delete cascade
);
comment on table attach_chunk is '@ref 文件分片';
call protect('attach_chunk', 'tenant');

create table attach_usage (
  "tenantId" varchar(12) collate "C" not null primary key,
  bytes bigint not null,
  "updateTime" timestamptz not null
);
comment on table attach_usage is '@ref 附件占用空间';
call protect('attach_usage', 'tenant');
