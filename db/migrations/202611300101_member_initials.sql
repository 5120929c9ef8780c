-- compatible, beside
-- Members are found in their list by the first letters of their names, or by some of them.
create index concurrently if not exists user_account_initials_held on user_account using gin (letters_and_pairs(initials))
  with (fastupdate = off);
