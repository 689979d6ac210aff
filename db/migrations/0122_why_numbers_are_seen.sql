-- What somebody said at his session why he sees personal data in full; where the tenant asks for it he sees stars until then.
alter table session add column purpose varchar(100);
