-- A list takes the number of its page as `current`: a column cannot have that name.
alter table file_detail rename column current to "isCurrent";
