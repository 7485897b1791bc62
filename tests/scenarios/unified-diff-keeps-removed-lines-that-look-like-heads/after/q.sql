select 1;
-- the new note
select 2;
