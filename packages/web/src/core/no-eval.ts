import { config } from 'zod'

// The page's policy allows no code that is made of text; schemas must not even try, and they decide when they are made: import this first.
config({ jitless: true })
