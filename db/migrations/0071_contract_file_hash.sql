-- A stranger who holds a signed file and nothing else finds its contract by the file's digest. Assumes that digests of contract files are SHA-256 in small
-- hexadecimal digits, as they have been written since 0006.
create index contract_file_hash on contract_file ("fileHash") where "fileHash" is not null;
