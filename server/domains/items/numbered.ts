/**
 * Number and place of a new item are taken and used in the statement that makes it; the row of its project, which is
 * `$2`, serves as the counter. Nothing is made in a project that was deleted or archived meanwhile.
 */
export const numbered = `numbered as (
    update projects set last_number = last_number + 1, last_position = last_position + 1
     where id = $2 and deleted_at is null and archived_at is null returning key, last_number, last_position)`
