-- Nodes keep the bits of vectors in memory, and read only the vectors that were written since they loaded them.
-- The transaction that wrote the vector of a row last. Rows from before this migration count as old, so none of them is rewritten.
alter table search_entries add column written_in xid8 not null default '0';
alter table search_entries alter column written_in set default pg_current_xact_id();
alter table code_chunks add column written_in xid8 not null default '0';
alter table code_chunks alter column written_in set default pg_current_xact_id();

-- A trigger, because foreign keys change rows too, and a restored row has the number of another database.
create function note_vector_transaction() returns trigger language plpgsql as $$
begin
  new.written_in := pg_current_xact_id();
  return new;
end $$;
create trigger vector_inserted before insert on search_entries for each row execute function note_vector_transaction();
create trigger vector_inserted before insert on code_chunks for each row execute function note_vector_transaction();
-- Only columns that nodes have in memory count. Other updates change no index, which is much cheaper.
create trigger vector_changed before update on search_entries for each row
  when ((old.subject_kind, old.organization_id, old.project_id, old.agent_id, old.session_id, old.model, old.embedding)
    is distinct from
    (new.subject_kind, new.organization_id, new.project_id, new.agent_id, new.session_id, new.model, new.embedding))
  execute function note_vector_transaction();
create trigger vector_changed before update on code_chunks for each row
  when ((old.repo_id, old.model, old.embedding) is distinct from (new.repo_id, new.model, new.embedding))
  execute function note_vector_transaction();

create index search_entries_written on search_entries (organization_id, written_in, subject_id, part)
  where model is not null;
create index code_chunks_written on code_chunks (repo_id, written_in, subject_id, part) where model is not null;

-- The vector indexes, of other models too. A search read thousands of their pages, and so did each insert.
do $$ declare name text; begin
  for name in select i.indexrelid::regclass::text
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
   where a.amname = 'hnsw' and i.indrelid in ('search_entries'::regclass, 'code_chunks'::regclass) loop
    execute 'drop index ' || name;
  end loop;
end $$;
