-- Registration has three modes. Closed registration has always let people in who have an invitation.
update settings
   set key = 'registration.mode',
       value = case when value = 'false' then '"invitation"'::jsonb else '"open"'::jsonb end
 where key = 'registration.open';
