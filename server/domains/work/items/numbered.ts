/**
 * A common table expression that assigns the number and position of a new item in the statement that inserts it. The
 * project row (`$2`) is the counter. Returns no row if the project was deleted or archived concurrently.
 */
export const numbered = `numbered as (
    update projects set last_number = last_number + 1, last_position = last_position + 1
     where id = $2 and deleted_at is null and archived_at is null returning key, last_number, last_position)`
