-- The key by which names are compared: composed letters, small, single spaces, straight quotes and apostrophes, and nothing invisible.
-- `toNameKey` (common/files/incoming/keys.ts) computes the same.
create function name_key(name text) returns text language sql immutable strict parallel safe as $$
  select lower(translate(
    trim(regexp_replace(
      regexp_replace(normalize(name, NFC), '[\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g'),
      '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g')),
    '’‘ʼʹ`´‛«»“”„‟″',
    '''''''''''''''"""""""'))
$$;
