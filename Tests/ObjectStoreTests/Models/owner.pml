/* Ownership, shipping, fencing and deleting of one library, for Spin 6.5. OwnerModelTests runs it.
 *
 *   spin -a -D... owner.pml && gcc -O2 -DSAFETY -DCOLLAPSE -o pan pan.c && ./pan -m20000
 *
 * Each switch leaves out a rule of docs/place.md, and must lead to an error:
 *   NO_EPOCH      segments and snapshots have no epoch in their names: all owners have one prefix
 *   NO_REREAD     a commit is acknowledged after its segment is stored, without a look for the next epoch
 *   NO_CAS        the store ignores conditions
 *   LIST_FIRST    a takeover restores before it creates its record
 *   CLOCK         the owner believes its lease instead of looking (a paused process, a slow clock)
 *   CUT           a takeover that dies before its snapshot is whole still counts as the newest epoch
 *   STORE_BACK    the store may once forget its newest object: no protocol survives that, so it must be noticed
 *   DELETE_FIRST  superseded objects are removed before the own snapshot is whole
 *   DELETE_ALL    superseded are all objects of other epochs, and not only of lower ones: a process may be paused
 *                 between its look for the next epoch and the removal
 *
 * The creation of a record under the condition that its name is free is one atomic step here: "epoch == seen". Then
 * "owner == me && epoch == mine" means that the record of epoch mine + 1 is missing.
 *
 * The database's content is a set of commits (bits). A segment knows the content that it must be applied to (pre). If
 * it's applied to another one, the restored database is damaged: that is the split brain. Nobody's clock is modelled:
 * each machine may pause anywhere, so a lease has always expired for the others and never for its holder.
 *
 * Removal from lower epochs only would be safe without a look for the next epoch. The look matters for originals, which
 * aren't modelled.
 *
 * Limits: a restore is one step, so the time that superseded objects stay isn't modelled.
 */
#ifndef MACHINES
#define MACHINES 2
#endif
#ifndef EPOCHS
#define EPOCHS 4                 /* epochs 1..3 */
#endif
#ifndef TURNS
#define TURNS 2                  /* how often each machine may take the library */
#endif
#ifndef COMMITS
#define COMMITS 3
#endif
#define TX 6                     /* transactions 0..5 */

#ifdef NO_EPOCH
#define E(e) 0
#else
#define E(e) (e)
#endif
#define K(e, t) (E(e) * TX + (t))

/* the store */
byte owner, epoch;               /* the record; its ETag changes with epoch, because each change raises it */
bool snap[EPOCHS];  byte snapTx[EPOCHS], snapDb[EPOCHS];
bool seg[EPOCHS * TX]; byte pre[EPOCHS * TX], post[EPOCHS * TX];

/* ghosts */
byte acked;                      /* commits that were acknowledged, as bits */
byte nextCommit;
bool rolledBack;

/* Restores as `albumen cloud restore` does: the newest epoch with a whole snapshot, then its chain as far as it goes. */
inline restore(db, tx, e) {
    d_step {
        e = EPOCHS - 1;
        do
        :: e > 0 && !snap[E(e)] -> e--
        :: else -> break
        od;
        if
        :: snap[E(e)] -> db = snapDb[E(e)]; tx = snapTx[E(e)]
        :: else -> db = 0; tx = 0
        fi;
        do
        :: tx + 1 < TX && seg[K(e, tx + 1)] ->
            assert(pre[K(e, tx + 1)] == db);         /* else: pages of one history on top of another */
            tx++; db = post[K(e, tx)]
        :: else -> break
        od;
        e = 0
    }
}

/* Removes what is superseded from the view of the owner of an epoch. */
inline remove(mine, e, k) {
    d_step {
        e = 1;
        do
        :: e < EPOCHS ->
            if
#ifdef DELETE_ALL
            :: e != mine ->
#else
            :: e < mine ->
#endif
                snap[E(e)] = false;
                k = 0;
                do
                :: k < TX -> seg[K(e, k)] = false; k++
                :: else -> break
                od
            :: else
            fi;
            e++
        :: else -> break
        od;
        e = 0; k = 0
    }
}

proctype Machine(byte me) {
    byte db, tx, mine, seen, c, e, k; bool held, removed; byte turns = 0;
again:
    turns++;
    /* take or take over: read, then change if unchanged */
#ifdef LIST_FIRST
    restore(db, tx, e);
#endif
    seen = epoch;
    if
    :: seen + 1 >= EPOCHS -> goto end
    :: else
    fi;
#ifdef NO_CAS
    atomic { owner = me; epoch = seen + 1; mine = seen + 1 }
#else
    atomic {
        if
        :: epoch == seen -> epoch = seen + 1; owner = me; mine = seen + 1
        :: else -> goto end                           /* 412: another one was first */
        fi
    }
#endif
    held = true; removed = false;
#ifdef CUT
    d_step { snap[E(mine)] = true; snapDb[E(mine)] = 0; snapTx[E(mine)] = 0 };   /* the name before the bytes */
#endif
#ifndef LIST_FIRST
    restore(db, tx, e);
#endif
    assert(epoch != mine || owner != me || (db & acked) == acked);  /* who still owns has all that was acknowledged */
    if
    :: goto end                                       /* killed before its snapshot */
    :: skip
    fi;
#ifdef DELETE_FIRST
    remove(mine, e, k);
#endif
#ifdef NO_EPOCH
    skip;                                             /* one prefix: the chain goes on from what was read */
    d_step { if :: !snap[0] -> snap[0] = true; snapDb[0] = db; snapTx[0] = tx :: else fi };
#else
    d_step { snap[mine] = true; snapDb[mine] = db; snapTx[mine] = tx };   /* one PUT, or one CompleteMultipartUpload */
#endif
    do
    :: nextCommit < COMMITS && tx + 1 < TX ->
        d_step { c = nextCommit; nextCommit++ };      /* the local commit */
        d_step { seg[K(mine, tx + 1)] = true; pre[K(mine, tx + 1)] = db; post[K(mine, tx + 1)] = db | (1 << c) };  /* PUT */
#if !defined(NO_REREAD) && !defined(CLOCK)
        if
        :: owner == me && epoch == mine -> held = true
        :: else -> held = false
        fi;
#endif
        if
        :: held ->
            d_step { acked = acked | (1 << c); tx++; db = db | (1 << c) }  /* the answer to the client */
        :: else -> break                              /* fenced: nothing is acknowledged, the machine stops writing */
        fi
#ifndef NO_EPOCH
    :: !removed && mine > 1 ->
        if
        :: owner == me && epoch == mine -> skip
        :: else -> break
        fi;
        remove(mine, e, k);                           /* any time after the look */
        removed = true
#endif
    :: break                                          /* killed, or closed */
    od;
    if
    :: turns < TURNS -> goto again
    :: true
    fi;
end: skip
}

#ifdef STORE_BACK
proctype Store() {
    byte k = EPOCHS * TX - 1;
    d_step {
        do
        :: k > 0 && !seg[k] -> k--
        :: else -> break
        od;
        seg[k] = false; rolledBack = true
    }
}
#endif

/* Anyone may restore at any time. */
active proctype Reader() {
    byte db, tx, e, want;
    atomic { want = acked; restore(db, tx, e); assert((db & want) == want) }
}

init {
    atomic {
        byte i = 1;
        do
        :: i <= MACHINES -> run Machine(i); i++
        :: else -> break
        od;
#ifdef STORE_BACK
        run Store();
#endif
    }
}
