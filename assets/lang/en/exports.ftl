### What does not go over to other tools as it is. The remarks are English in the core itself, and only translated here.
