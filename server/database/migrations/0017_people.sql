-- The reason that an administrator gave for impersonating the user.
alter table login_sessions add column impersonation_reason text;
create index login_sessions_of_impersonator on login_sessions (impersonator_id) where impersonator_id is not null;

-- The code, encrypted with SECRET_KEY until it expires or is used, for administrators who help a user sign in.
alter table email_codes add column code_sealed bytea;
