/** For what tells of any record: each of them is known once this has run. */
import '@forecourt/contract'
