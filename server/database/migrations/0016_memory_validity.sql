-- Validity in time: a fact can hold from a moment, until a moment, or both. Independent of `expires_at`, after which an
-- entry is deleted.
alter table memories
  add column valid_from timestamptz,
  add column valid_until timestamptz,
  add constraint memories_validity check (valid_from < valid_until);

-- Words are stemmed in English, because every text can contain English terms, and in the language of the text.
-- The application detects the language when it writes an entry. This update does it once for existing entries: it
-- counts frequent words of each language that are rare in the others.
alter table search_entries add column language text not null default 'english'
  check (language in ('english', 'german', 'french', 'spanish', 'italian', 'portuguese', 'dutch'));
update search_entries e set language = detected.language
  from (
    select distinct on (s.subject_id, s.part) s.subject_id, s.part, frequent.language
      from search_entries s
      cross join (values
        ('english', '\m(the|and|of|to|is|are|not|with|for|this|that)\M'),
        ('german', '\m(der|die|das|und|nicht|ist|wird|werden|mit|für|von|dem|den|ein|eine|einen|auf|im)\M'),
        ('french', '\m(le|les|des|est|sont|une|dans|pour|pas|avec|nous|vous|du|aux)\M'),
        ('spanish', '\m(el|los|las|es|son|una|para|con|por|del|como|más)\M'),
        ('italian', '\m(il|gli|è|sono|una|per|non|con|che|della|nel|più)\M'),
        ('portuguese', '\m(os|é|são|uma|para|não|com|dos|das|mais)\M'),
        ('dutch', '\m(het|een|niet|zijn|wordt|met|voor|van|naar|bij|ook)\M')) as frequent (language, words)
     order by s.subject_id, s.part, (select count(*) from regexp_matches(lower(s.title || ' ' || s.body), frequent.words, 'g')) desc,
       frequent.language <> 'english'
  ) as detected
 where e.subject_id = detected.subject_id and e.part = detected.part and detected.language <> 'english';
-- The vector of a German text is made from its English glossary words from now on.
update search_entries set model = null, embedding = null where language = 'german';
-- Also drops the index on the column.
alter table search_entries drop column words;
alter table search_entries add column words tsvector generated always as (
  setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', body), 'B') ||
  case language
    when 'german' then setweight(to_tsvector('german', title), 'A') || setweight(to_tsvector('german', body), 'B')
    when 'french' then setweight(to_tsvector('french', title), 'A') || setweight(to_tsvector('french', body), 'B')
    when 'spanish' then setweight(to_tsvector('spanish', title), 'A') || setweight(to_tsvector('spanish', body), 'B')
    when 'italian' then setweight(to_tsvector('italian', title), 'A') || setweight(to_tsvector('italian', body), 'B')
    when 'portuguese' then
      setweight(to_tsvector('portuguese', title), 'A') || setweight(to_tsvector('portuguese', body), 'B')
    when 'dutch' then setweight(to_tsvector('dutch', title), 'A') || setweight(to_tsvector('dutch', body), 'B')
    else ''::tsvector
  end) stored;
create index search_entries_words on search_entries using gin (words) with (fastupdate = off);
