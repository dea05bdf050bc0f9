-- The index of the files at the head of a repository's default branch. It can be rebuilt from the repository.
create table code_indexes (
  repo_id uuid primary key references repos on delete cascade,
  -- The indexed commit. Null until the first one is complete.
  commit text,
  indexed_at timestamptz,
  -- The version of the rules that selected and split the files. Others read every file again.
  rules smallint not null,
  -- Numbers of files that were left out, by reason.
  skipped jsonb not null default '{}',
  failure text,
  -- The run that indexes it now, and when its lease ends.
  run uuid,
  run_until timestamptz
);

create table code_files (
  repo_id uuid not null references repos on delete cascade,
  path text not null,
  -- The id of its content in git.
  blob text not null,
  bytes integer not null,
  -- Its content in code_chunks, which files with the same content share. Null for a file that was left out.
  subject_id uuid,
  skipped text,
  primary key (repo_id, path)
);
create index code_files_content on code_files (subject_id) where subject_id is not null;

-- Parts of files: functions, classes, sections. Apart from search_entries, so that code never slows other searches.
create table code_chunks (
  subject_id uuid not null,
  part smallint not null,
  repo_id uuid not null references repos on delete cascade,
  start_line integer not null,
  end_line integer not null,
  -- The function, class or heading that it starts with.
  symbol text,
  -- The path and the symbol.
  title text not null,
  body text not null,
  -- From 0 to 1: source ranks before documentation and tests that fit equally well.
  importance real not null,
  -- Identifiers count as a whole and by their words.
  words tsvector not null,
  model text,
  embedding halfvec,
  bits bit varying generated always as (binary_quantize(embedding)) stored,
  primary key (subject_id, part)
);
alter table code_chunks alter column embedding set storage plain;
-- Also counts the chunks of a repository that have a vector.
create index code_chunks_of_repo on code_chunks (repo_id, model);
create index code_chunks_words on code_chunks using gin (words) with (fastupdate = off);
create index code_chunks_model on code_chunks (model);
create index code_chunks_waiting on code_chunks (importance desc) where model is null;
create index code_chunks_minilm on code_chunks
  using hnsw ((bits::bit(384)) bit_hamming_ops) where model = 'all-MiniLM-L6-v2';
