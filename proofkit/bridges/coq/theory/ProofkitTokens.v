Require Import Reals ZArith Lra Lia List Arith.
Open Scope R_scope.

(** * Sums over all tokens

    [below k f] is [f 0 + ... + f (k - 1)]; [context k u v] is what a query reads of the values [v]
    of k tokens, whose units are [u]: each weighs its unit over the sum of all. *)
Fixpoint below (k : nat) (f : nat -> R) : R :=
  match k with O => 0 | S j => below j f + f j end.

Definition context (k : nat) (u v : nat -> R) : R := below k (fun j => u j / below k u * v j).

Lemma below_ext : forall k f g, (forall j, (j < k)%nat -> f j = g j) -> below k f = below k g.
Proof.
  induction k as [|k IH]; intros f g H; [reflexivity|].
  cbn; rewrite (IH f g) by (intros; apply H; lia); rewrite (H k) by lia; reflexivity.
Qed.

Lemma below_plus : forall k f g, below k (fun j => f j + g j) = below k f + below k g.
Proof. induction k as [|k IH]; intros f g; cbn; [|rewrite IH]; ring. Qed.

Lemma below_times : forall k x f, below k (fun j => x * f j) = x * below k f.
Proof. induction k as [|k IH]; intros x f; cbn; [|rewrite IH]; ring. Qed.

Lemma below_same : forall k x, below k (fun _ => x) = INR k * x.
Proof. induction k as [|k IH]; intro x; [cbn; ring|]; cbn [below]; rewrite IH, S_INR; ring. Qed.

Lemma below_sum : forall k l f, below (k + l) f = below k f + below l (fun j => f (k + j)%nat).
Proof.
  induction l as [|l IH]; intro f; [rewrite Nat.add_0_r; cbn; ring|].
  rewrite Nat.add_succ_r; cbn [below]; rewrite IH; ring.
Qed.

Lemma below_product : forall k l f,
  below (k * l) f = below k (fun i => below l (fun j => f (i * l + j)%nat)).
Proof.
  induction k as [|k IH]; intros l f; [reflexivity|].
  replace (S k * l)%nat with (k * l + l)%nat by lia; rewrite below_sum, IH; reflexivity.
Qed.

(** One place has a value of its own. *)
Lemma below_but_one : forall k f p x, (p < k)%nat ->
  below k f = f p - x + below k (fun j => if j =? p then x else f j).
Proof.
  induction k as [|k IH]; intros f p x P; [lia|]; cbn [below].
  destruct (Nat.eq_dec p k) as [E | E].
  - subst p; rewrite Nat.eqb_refl.
    rewrite (below_ext k (fun j => if j =? k then x else f j) f); [ring|].
    intros j J; replace (j =? k) with false by (symmetry; apply Nat.eqb_neq; lia); reflexivity.
  - rewrite (IH f p x) by lia.
    replace (k =? p) with false by (symmetry; apply Nat.eqb_neq; lia); ring.
Qed.

(** * The data with a needle

    [copies] identity matrices of size [width] are stacked; a column before them has [a] at the token
    [needle] alone, a column behind them has c everywhere. So there are [copies * width] tokens in
    [width + 2] columns. Entries are in units of a scale. *)
Definition needle_data (width needle : nat) (a b c : R) (token column : nat) : R :=
  if column =? 0 then (if token =? needle then a else 0)
  else if column <=? width then (if token mod width =? column - 1 then b else 0)
  else c.

(** Scores with all-ones weights are products of row sums; with identity weights they are products
    of rows, in units of the square of the scale. *)
Definition score_ones (width : nat) (data : nat -> nat -> R) (scale : R) (query key : nat) : R :=
  (below (width + 2) (data query) * scale) * (below (width + 2) (data key) * scale).
Definition score_identity (width : nat) (data : nat -> nat -> R) (square : R) (query key : nat) : R :=
  below (width + 2) (fun k => data query k * data key k) * square.

Lemma entry_needle : forall w p a b c j,
  needle_data w p a b c j 0 = if j =? p then a else 0.
Proof. reflexivity. Qed.
Lemma entry_class : forall w p a b c j r, (r < w)%nat ->
  needle_data w p a b c j (S r) = if j mod w =? r then b else 0.
Proof.
  intros w p a b c j r H; unfold needle_data; cbn [Nat.eqb].
  replace (S r <=? w) with true by (symmetry; apply Nat.leb_le; lia).
  replace (S r - 1)%nat with r by lia; reflexivity.
Qed.
Lemma entry_bias : forall w p a b c j, needle_data w p a b c j (S w) = c.
Proof.
  intros; unfold needle_data; cbn [Nat.eqb].
  replace (S w <=? w) with false by (symmetry; apply Nat.leb_gt; lia); reflexivity.
Qed.

(** A sum over the columns: the first, those of the identity, the last. *)
Lemma over_columns : forall w (f : nat -> R),
  below (w + 2) f = f 0%nat + below w (fun r => f (S r)) + f (S w).
Proof.
  intros w f; replace (w + 2)%nat with (1 + w + 1)%nat by lia.
  rewrite !below_sum; cbn [below]; rewrite Nat.add_0_r; cbn [Nat.add]; ring.
Qed.

Lemma one_class : forall w r x, (r < w)%nat ->
  below w (fun k => if r =? k then x else 0) = x.
Proof.
  intros w r x H; rewrite (below_but_one w _ r 0 H), Nat.eqb_refl.
  rewrite (below_ext w _ (fun _ => 0)); [rewrite below_same; ring|].
  intros j _; destruct (j =? r) eqn:E; [reflexivity|].
  rewrite Nat.eqb_sym in E; rewrite E; reflexivity.
Qed.

Lemma row_sum : forall w p a b c j, (0 < w)%nat ->
  below (w + 2) (needle_data w p a b c j) = (if j =? p then a else 0) + b + c.
Proof.
  intros w p a b c j W; rewrite over_columns, entry_needle, entry_bias.
  rewrite (below_ext w _ (fun r => if j mod w =? r then b else 0))
    by (intros; apply entry_class; assumption).
  rewrite one_class by (apply Nat.mod_upper_bound; lia); reflexivity.
Qed.

Lemma of_ones : forall w p a b c scale i j, (0 < w)%nat ->
  score_ones w (needle_data w p a b c) scale i j =
  (((if i =? p then a else 0) + b + c) * scale) * (((if j =? p then a else 0) + b + c) * scale).
Proof. intros; unfold score_ones; rewrite !row_sum by assumption; reflexivity. Qed.

Lemma of_identity : forall w p a b c square i j, (0 < w)%nat ->
  score_identity w (needle_data w p a b c) square i j =
  ((if i =? p then if j =? p then a * a else 0 else 0)
    + (if i mod w =? j mod w then b * b else 0) + c * c) * square.
Proof.
  intros w p a b c square i j W; unfold score_identity; f_equal.
  rewrite over_columns, !entry_needle, !entry_bias.
  rewrite (below_ext w _ (fun r => if i mod w =? r then
    (if i mod w =? j mod w then b * b else 0) else 0)).
  - rewrite one_class by (apply Nat.mod_upper_bound; lia).
    destruct (i =? p), (j =? p), (i mod w =? j mod w); ring.
  - intros r R; rewrite !entry_class by exact R.
    destruct (i mod w =? r) eqn:I; [apply Nat.eqb_eq in I; subst r; rewrite Nat.eqb_sym|].
    + destruct (i mod w =? j mod w); ring.
    + ring.
Qed.

(** ** Tokens by role

    The needle; its siblings, which have the same column of the identity; all others, among them
    perhaps some classes r, ... that a query or a column singles out. *)
Lemma over_tokens : forall w t p g (F : nat -> R), (p < t * w)%nat ->
  (forall j, (j < t * w)%nat -> j <> p -> g j = F (j mod w)) ->
  below (t * w) g = g p - F (p mod w) + INR t * below w F.
Proof.
  intros w t p g F P H; assert (W : (0 < w)%nat) by (destruct w; lia).
  rewrite (below_but_one _ g p (F (p mod w)) P); f_equal.
  rewrite (below_ext _ _ (fun j => F (j mod w))).
  - rewrite below_product, (below_ext t _ (fun _ => below w F)); [apply below_same|].
    intros i _; apply below_ext; intros r R.
    rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small by lia; reflexivity.
  - intros j J; destruct (j =? p) eqn:E; [apply Nat.eqb_eq in E; subst j; reflexivity|].
    apply H; [exact J | apply Nat.eqb_neq; exact E].
Qed.

Lemma over_classes : forall w (F : nat -> R) x few, NoDup few ->
  (forall r, In r few -> (r < w)%nat) ->
  (forall r, (r < w)%nat -> ~ In r few -> F r = x) ->
  below w F = INR w * x + fold_right Rplus 0 (map (fun r => F r - x) few).
Proof.
  intros w F x few; revert F; induction few as [|r few IH]; intros F N B H.
  - rewrite (below_ext w F (fun _ => x)) by (intros; apply H; auto); rewrite below_same; cbn; ring.
  - inversion N as [|? ? A N']; subst; rewrite (below_but_one w F r x) by (apply B; left; trivial).
    rewrite IH; [| exact N' | intros; apply B; right; assumption |].
    + cbn [map fold_right]; rewrite (map_ext_in _ (fun s => F s - x)); [ring|].
      intros s S; destruct (s =? r) eqn:E; [|reflexivity].
      apply Nat.eqb_eq in E; subst s; contradiction.
    + intros s S O; destruct (s =? r) eqn:E; [reflexivity|].
      apply H; [exact S|]; intros [D | D]; [|contradiction].
      subst s; rewrite Nat.eqb_refl in E; discriminate.
Qed.

(** The value of a class among given ones. *)
Fixpoint value_of (classes : list (nat * R)) (rest : R) (r : nat) : R :=
  match classes with
  | nil => rest
  | (s, x) :: more => if r =? s then x else value_of more rest r
  end.

Lemma by_classes : forall w t p g needle sibling other classes, (p < t * w)%nat ->
  NoDup (p mod w :: map fst classes) -> (forall r, In r (map fst classes) -> (r < w)%nat) ->
  g p = needle ->
  (forall j, (j < t * w)%nat -> j <> p -> g j = value_of ((p mod w, sibling) :: classes) other (j mod w)) ->
  below (t * w) g = needle + (INR t - 1) * sibling
    + INR t * fold_right Rplus 0 (map (fun s => snd s - other) classes)
    + INR t * (INR w - 1) * other.
Proof.
  intros w t p g needle sibling other classes P N B G H.
  assert (W : (0 < w)%nat) by (destruct w; lia).
  rewrite (over_tokens w t p g _ P H), G.
  rewrite (over_classes w _ other (p mod w :: map fst classes) N).
  - cbn [map fold_right value_of]; rewrite Nat.eqb_refl, map_map.
    rewrite (map_ext_in _ (fun s => snd s - other)); [ring|].
    intros [r x] S; cbn [fst snd]; inversion N as [|? ? A D]; subst.
    assert (I : In r (map fst classes)) by (apply (in_map fst) in S; exact S).
    destruct (r =? p mod w) eqn:E; [apply Nat.eqb_eq in E; subst r; contradiction|].
    f_equal; clear - D S; induction classes as [|[s y] more IH]; [contradiction|].
    cbn in *; inversion D as [|? ? A D']; subst; destruct S as [S | S].
    + inversion S; subst; rewrite Nat.eqb_refl; reflexivity.
    + destruct (r =? s) eqn:E; [|apply IH; assumption].
      apply Nat.eqb_eq in E; subst r; apply (in_map fst) in S; contradiction.
  - intros r [E | E]; [subst r; apply Nat.mod_upper_bound; lia | apply B; exact E].
  - intros r _ O; cbn [value_of]; destruct (r =? p mod w) eqn:E.
    + apply Nat.eqb_eq in E; subst r; exfalso; apply O; left; reflexivity.
    + assert (O' : ~ In r (map fst classes)) by (intro; apply O; right; assumption).
      clear - O'; induction classes as [|[s y] more IH]; [reflexivity|].
      cbn in *; destruct (r =? s) eqn:E; [apply Nat.eqb_eq in E; subst; tauto | apply IH; tauto].
Qed.

Lemma by_roles : forall w t p g needle sibling other, (p < t * w)%nat ->
  g p = needle ->
  (forall j, (j < t * w)%nat -> j <> p -> j mod w = p mod w -> g j = sibling) ->
  (forall j, (j < t * w)%nat -> j mod w <> p mod w -> g j = other) ->
  below (t * w) g = needle + (INR t - 1) * sibling + INR t * (INR w - 1) * other.
Proof.
  intros w t p g needle sibling other P G S O.
  rewrite (by_classes w t p g needle sibling other nil P);
    [cbn; ring | repeat constructor; auto | intros r [] | exact G |].
  intros j J N; cbn [value_of]; destruct (j mod w =? p mod w) eqn:E.
  - apply S; [exact J | exact N | apply Nat.eqb_eq; exact E].
  - apply O; [exact J | apply Nat.eqb_neq; exact E].
Qed.

Lemma by_roles_and_class : forall w t p r g needle sibling class other, (p < t * w)%nat ->
  (r < w)%nat -> r <> (p mod w)%nat -> g p = needle ->
  (forall j, (j < t * w)%nat -> j <> p -> j mod w = p mod w -> g j = sibling) ->
  (forall j, (j < t * w)%nat -> j <> p -> j mod w = r -> g j = class) ->
  (forall j, (j < t * w)%nat -> j mod w <> p mod w -> j mod w <> r -> g j = other) ->
  below (t * w) g =
  needle + (INR t - 1) * sibling + INR t * class + INR t * (INR w - 2) * other.
Proof.
  intros w t p r g needle sibling class other P R D G S C O.
  rewrite (by_classes w t p g needle sibling other ((r, class) :: nil) P);
    [cbn; ring | | | exact G |].
  - repeat constructor; cbn; intuition.
  - intros s [E | []]; subst; exact R.
  - intros j J N; cbn [value_of]; destruct (j mod w =? p mod w) eqn:E.
    { apply S; [exact J | exact N | apply Nat.eqb_eq; exact E]. }
    destruct (j mod w =? r) eqn:F; [apply C | apply O]; try assumption;
      first [apply Nat.eqb_eq | apply Nat.eqb_neq]; assumption.
Qed.

Lemma by_roles_and_classes : forall w t p r s g needle sibling first second other,
  (p < t * w)%nat -> (r < w)%nat -> r <> (p mod w)%nat ->
  (s < w)%nat -> s <> (p mod w)%nat -> s <> r -> g p = needle ->
  (forall j, (j < t * w)%nat -> j <> p -> j mod w = p mod w -> g j = sibling) ->
  (forall j, (j < t * w)%nat -> j <> p -> j mod w = r -> g j = first) ->
  (forall j, (j < t * w)%nat -> j <> p -> j mod w = s -> g j = second) ->
  (forall j, (j < t * w)%nat -> j mod w <> p mod w -> j mod w <> r -> j mod w <> s -> g j = other) ->
  below (t * w) g = needle + (INR t - 1) * sibling + INR t * first + INR t * second
    + INR t * (INR w - 3) * other.
Proof.
  intros w t p r s g needle sibling first second other P R DR T DT DS G S C1 C2 O.
  rewrite (by_classes w t p g needle sibling other ((r, first) :: (s, second) :: nil) P);
    [cbn; ring | | | exact G |].
  - repeat constructor; cbn; intuition.
  - intros q [E | [E | []]]; subst; assumption.
  - intros j J N; cbn [value_of]; destruct (j mod w =? p mod w) eqn:E.
    { apply S; [exact J | exact N | apply Nat.eqb_eq; exact E]. }
    destruct (j mod w =? r) eqn:F; [apply C1; try assumption; apply Nat.eqb_eq; exact F|].
    destruct (j mod w =? s) eqn:H; [apply C2 | apply O]; try assumption;
      first [apply Nat.eqb_eq | apply Nat.eqb_neq]; assumption.
Qed.

(** How many tokens of each role there are: one needle, t - 1 siblings, the rest. *)
Lemma token_count : forall w t p, (p < t * w)%nat ->
  let role (is : nat -> bool) := below (t * w) (fun j => if is j then 1 else 0) in
  role (fun j => j =? p) = 1 /\
  role (fun j => negb (j =? p) && (j mod w =? p mod w))%bool = INR t - 1 /\
  role (fun j => negb (j mod w =? p mod w)) = INR (t * w) - INR t.
Proof.
  intros w t p P role; unfold role; rewrite mult_INR; repeat split.
  - rewrite (by_roles w t p _ 1 0 0 P); [ring | rewrite Nat.eqb_refl; reflexivity | |];
      intros j _ N; intros; replace (j =? p) with false; try reflexivity;
      symmetry; apply Nat.eqb_neq; [exact N | intro E; subst; auto].
  - rewrite (by_roles w t p _ 0 1 0 P); [ring | rewrite Nat.eqb_refl; reflexivity | |]; intros j _ N.
    + intro E; apply Nat.eqb_neq in N; apply Nat.eqb_eq in E; rewrite N, E; reflexivity.
    + apply Nat.eqb_neq in N; rewrite N, Bool.andb_false_r; reflexivity.
  - rewrite (by_roles w t p _ 0 0 1 P); [ring | rewrite Nat.eqb_refl; reflexivity | |]; intros j _ N.
    + intro E; apply Nat.eqb_eq in E; rewrite E; reflexivity.
    + apply Nat.eqb_neq in N; rewrite N; reflexivity.
Qed.

(** Decides which role a token has, from what is known of it. *)
Ltac settle :=
  repeat match goal with
  | |- context [Nat.eqb ?x ?y] =>
      first
        [ replace (Nat.eqb x y) with true by (symmetry; apply Nat.eqb_eq; lia)
        | replace (Nat.eqb x y) with false
            by (symmetry; apply Nat.eqb_neq; first [lia | intro; subst; lia]) ]
  end;
  cbv iota.
Ltac alike := first [ reflexivity | ring | f_equal; alike ].

(** * The tensor trick

    A score [A1 X A2^T] is an entry of the Kronecker product of A1 and A2 times the vector that the
    rows of X make: for matrices with any number n of rows and d of columns. *)
Definition kronecker (n d : nat) (A B : nat -> nat -> R) (row column : nat) : R :=
  A (row / n)%nat (column / d)%nat * B (row mod n) (column mod d).
Definition vec (d : nat) (X : nat -> nat -> R) (k : nat) : R := X (k / d)%nat (k mod d).

Theorem tensor_trick : forall n d A1 A2 X i j, (j < n)%nat ->
  below (d * d) (fun s => kronecker n d A1 A2 (i * n + j) s * vec d X s) =
  below d (fun k => below d (fun l => A1 i k * X k l * A2 j l)).
Proof.
  intros n d A1 A2 X i j J; rewrite below_product.
  apply below_ext; intros k K; apply below_ext; intros l L; unfold kronecker, vec.
  rewrite (Nat.add_comm (i * n)), Nat.div_add, Nat.mod_add, Nat.div_small, Nat.mod_small by lia.
  rewrite (Nat.add_comm (k * d)), Nat.div_add, Nat.mod_add, Nat.div_small, Nat.mod_small by lia.
  cbn [Nat.add]; ring.
Qed.

(** * Crowds

    Scores of a crowd may all differ. For the sum of their units they are as good as one score,
    which lies in the same range, if all had it: for units that are the scores themselves the
    average, for exponentials the logarithm of the average exponential. *)
Definition among (low high : R) (scores : list R) : Prop :=
  forall s, In s scores -> low <= s <= high.

Fixpoint add_up (values : list R) : R :=
  match values with nil => 0 | x :: rest => x + add_up rest end.

Lemma add_up_between : forall low high values,
  among low high values ->
  INR (length values) * low <= add_up values <= INR (length values) * high.
Proof.
  induction values as [|x values IH]; intro H; [cbn; lra|].
  assert (X := H x (or_introl eq_refl)).
  assert (M : among low high values) by (intros s S; apply H; right; exact S).
  specialize (IH M); cbn [length add_up]; rewrite S_INR; lra.
Qed.

Lemma position_of : forall low high x, low <= x <= high ->
  exists w, 0 <= w <= 1 /\ x = low + w * (high - low).
Proof.
  intros low high x H; destruct (Req_dec low high) as [E | E]; [exists 0; lra|].
  assert (P : 0 < high - low) by lra; exists ((x - low) / (high - low)).
  assert (I : 0 <= / (high - low)) by (left; apply Rinv_0_lt_compat; exact P).
  split; [split|]; unfold Rdiv; [apply Rmult_le_pos; lra | | field; lra].
  apply Rmult_le_reg_r with (1 := P); rewrite Rmult_assoc, Rinv_l by lra; lra.
Qed.

Lemma average_of : forall low high values k, among low high values ->
  INR (length values) = k -> 0 < k -> low <= add_up values / k <= high.
Proof.
  intros low high values k H E K; assert (B := add_up_between low high values H).
  rewrite E in B; unfold Rdiv; split; apply Rmult_le_reg_r with (1 := K);
    rewrite Rmult_assoc, Rinv_l by lra; lra.
Qed.

Theorem crowd_linear : forall low high scores k, among low high scores ->
  INR (length scores) = k -> 0 < k ->
  exists w, 0 <= w <= 1 /\ add_up scores = (low + w * (high - low)) * k.
Proof.
  intros low high scores k H E K.
  destruct (position_of low high (add_up scores / k)) as [w [W S]];
    [apply average_of; assumption|].
  exists w; split; [exact W | rewrite <- S; field; lra].
Qed.

Theorem crowd_exp : forall low high scores k, among low high scores ->
  INR (length scores) = k -> 0 < k ->
  exists w, 0 <= w <= 1 /\ add_up (map exp scores) = exp (low + w * (high - low)) * k.
Proof.
  intros low high scores k H E K.
  assert (M : forall x y, x <= y -> exp x <= exp y)
    by (intros x y [L | L]; [left; apply exp_increasing; exact L | rewrite L; lra]).
  assert (A : among (exp low) (exp high) (map exp scores)).
  { intros s S; apply in_map_iff in S; destruct S as [x [X S]]; subst s.
    assert (B := H x S); split; apply M; lra. }
  assert (B := average_of _ _ _ k A ltac:(rewrite map_length; exact E) K).
  assert (P : 0 < add_up (map exp scores) / k) by (assert (Q := exp_pos low); lra).
  destruct (position_of low high (ln (add_up (map exp scores) / k))) as [w [W S]].
  - split; [rewrite <- (ln_exp low) | rewrite <- (ln_exp high)];
      (destruct B as [[B1 | B1] [B2 | B2]];
        try (left; apply ln_increasing; [first [apply exp_pos | exact P] | assumption]));
      try (rewrite B1; lra); try (rewrite B2; lra); right; f_equal; lra.
  - exists w; split; [exact W|]; rewrite <- S, exp_ln by exact P; field; lra.
Qed.
